// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";

import {PriceOracle} from "../../../src/PriceOracle.sol";
import {TestUSDT} from "../../../src/TestUSDT.sol";
import {IPriceOracle} from "../../../src/interfaces/IPriceOracle.sol";
import {Fixture} from "../../support/Fixture.sol";

interface ILiquidity {
    function burn(address to) external returns (uint256, uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

/// @notice Prices of a pool that is shallow or empty are not counted.
contract PriceOracleDepthTest is Fixture {
    function test_price_revertsWhenThePoolIsTooShallow() public {
        PriceOracle strict = newOracle(drPair, drgvPair, 1_000_000e18 + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IPriceOracle.PoolTooShallow.selector, address(dr), 1_000_000e18, 1_000_000e18 + 1)
        );
        strict.price(address(dr));
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        strict.price24h(address(dr));
        assertEq(strict.spotPrice(address(dr)), 0.5e18);
    }

    function test_price_isThereAtExactlyTheMinimumDepth() public {
        PriceOracle exact = newOracle(drPair, drgvPair, 1_000_000e18);
        assertEq(exact.price(address(dr)), 0.5e18);
        assertTrue(exact.update());
    }

    /// @dev A pool that holds USDT and no DR, or one base unit of it: the one has no price, the other a high
    /// one.
    function test_price_needsATokenInThePool() public {
        skip(1 days);
        bool first = drPair.token0() == address(dr);
        for (uint112 tokens = 0; tokens < 2; ++tokens) {
            (uint112 reserve0, uint112 reserve1) = first ? (tokens, uint112(60_000e18)) : (uint112(60_000e18), tokens);
            vm.mockCall(
                address(drPair), abi.encodeCall(drPair.getReserves, ()), abi.encode(reserve0, reserve1, uint32(1))
            );
            if (tokens == 1) {
                assertEq(oracle.spotPrice(address(dr)), 60_000e36);
                assertEq(oracle.price(address(dr)), 60_000e36);
                assertTrue(oracle.update());
                continue;
            }
            vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PoolTooShallow.selector, address(dr), 0, MIN_DEPTH));
            oracle.spotPrice(address(dr));
            vm.expectRevert(
                abi.encodeWithSelector(IPriceOracle.PoolTooShallow.selector, address(dr), 60_000e18, MIN_DEPTH)
            );
            oracle.price(address(dr));
            vm.recordLogs();
            oracle.update();
            Vm.Log[] memory logs = vm.getRecordedLogs();
            assertEq(logs.length, pricedTokens().length - 1); // all but DR
            assertEq(logs[0].topics[1], bytes32(uint256(uint160(address(drgv)))));
            skip(5 minutes);
        }
    }

    function test_price_revertsForAnEmptyPool() public {
        usdt = new TestUSDT(address(this), 1e18);
        createPairs();
        PriceOracle empty = newOracle(drPair, drgvPair, 0);
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        empty.price(address(dr));
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        empty.spotPrice(address(dr));
        assertFalse(empty.update());
    }

    /// @dev Each token's observation is its own: whichever is written, something was.
    function test_update_saysThatEitherTokenWasRecorded() public {
        PriceOracle fresh = newOracle(drPair, drgvPair, 999_999e18);
        swap(address(dr), address(usdt), 1_000e18); // DR is too shallow now
        assertTrue(fresh.update()); // DRGV
        skip(5 minutes);
        swap(address(usdt), address(dr), 2_000e18);
        swap(address(drgv), address(usdt), 10_000e18); // now DRGV is
        assertTrue(fresh.update()); // DR
        skip(5 minutes);
        swap(address(dr), address(usdt), 10_000e18);
        assertTrue(fresh.update()); // what was observed of DRGV is taken back
        assertFalse(fresh.update()); // neither
    }

    /// @dev One transaction that makes the pool shallow and deep again removes no price.
    function test_update_doesNotSeeAPoolThatIsShallowForATransactionAlone() public {
        _update(60);
        uint256 price = oracle.price(address(dr));
        _withdrawLiquidity(5_000e18);
        assertFalse(oracle.update());
        _addLiquidity(995_000e18);
        assertApproxEqRel(oracle.price(address(dr)), price, 0.0001e18);
    }

    /// @dev The audit's L-2: while the pool was shallow a few thousand USDT moved DR to 2.00, which was
    /// quoted half an hour later, from the block on in which the pool was deep again.
    function test_attack_pricesOfAShallowPoolDoNotCountOnceItIsDeepAgain() public {
        _update(60);
        _withdrawLiquidity(5_000e18);
        oracle.update(); // reserves of this very second: nothing is noted
        swap(address(usdt), address(dr), 5_000e18);
        assertGt(oracle.spotPrice(address(dr)), 1.9e18);
        _update(30);
        _addLiquidity(60_000e18);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(30 minutes)));
        oracle.price(address(dr));
        assertEq(oracle.price(address(drgv)), 0.1e18);
        _update(25);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(30 minutes)));
        oracle.price(address(dr));
        swap(address(dr), address(usdt), 10_000e18);
        _update(35);
        assertLt(oracle.price(address(dr)), 1.9e18); // of what the deep pool said alone
    }

    /// @dev The pool is shallow within the window alone, which begins and ends in a deep pool.
    function test_attack_aShallowTimeInsideTheWindowGivesNoPrice() public {
        _update(60);
        _withdrawLiquidity(5_000e18);
        swap(address(usdt), address(dr), 5_000e18);
        skip(1);
        vm.expectEmit(address(oracle));
        emit IPriceOracle.FoundTooShallow(address(dr), oracle.depthOf(address(dr)), MIN_DEPTH);
        assertTrue(oracle.update());
        vm.recordLogs();
        assertFalse(oracle.update()); // there is nothing left to forget, and nothing to say
        assertEq(vm.getRecordedLogs().length, 0);
        _addLiquidity(60_000e18);
        skip(25 minutes);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price(address(dr));
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.lowerPrice(address(dr));
    }

    function _update(uint256 minutes_) internal {
        for (uint256 t = 0; t < minutes_; t += 5) {
            skip(5 minutes);
            oracle.update();
        }
    }

    /// @dev Takes all liquidity of the DR pool away but `keepUsdt`, at the price it has.
    function _withdrawLiquidity(uint256 keepUsdt) internal returns (uint256 taken) {
        ILiquidity pair = ILiquidity(address(drPair));
        taken = pair.balanceOf(address(this)) * (1_000_000e18 - keepUsdt) / 1_000_000e18;
        pair.transfer(address(pair), taken);
        pair.burn(address(this));
    }

    /// @dev Puts `usdtAmount` and as much DR as the pool's price asks for in.
    function _addLiquidity(uint256 usdtAmount) internal {
        uint256 drAmount = usdtAmount * 1e18 / oracle.spotPrice(address(dr)) + 1e18;
        dr.approve(address(router), drAmount);
        usdt.approve(address(router), usdtAmount);
        router.addLiquidity(address(dr), address(usdt), drAmount, usdtAmount, 0, 0, address(this), block.timestamp);
    }
}
