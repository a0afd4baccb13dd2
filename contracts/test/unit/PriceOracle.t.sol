// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

import {PriceOracle} from "../../src/PriceOracle.sol";
import {TestUSDT} from "../../src/TestUSDT.sol";
import {IPriceOracle} from "../../src/interfaces/IPriceOracle.sol";
import {IUniswapV2Pair, IUniswapV2Router} from "../../src/interfaces/IUniswapV2.sol";
import {Fixture} from "../support/Fixture.sol";

contract SixDecimals is ERC20("Six", "SIX") {
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

interface ILiquidity {
    function burn(address to) external returns (uint256, uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

contract PriceOracleTest is Fixture {
    function test_price_isTheSpotPriceOfAPairQuietForTheWholeWindow() public view {
        assertEq(oracle.price(address(dr)), 0.5e18);
        assertEq(oracle.price(address(drgv)), 0.1e18);
        assertEq(oracle.price24h(address(dr)), 0.5e18);
        assertEq(oracle.lowerPrice(address(drgv)), 0.1e18);
        assertEq(oracle.spotPrice(address(dr)), 0.5e18);
        assertEq(oracle.depthOf(address(dr)), 1_000_000e18);
        assertEq(oracle.pairOf(address(dr)), address(drPair));
        assertEq(oracle.pairOf(address(drgv)), address(drgvPair));
    }

    function test_price_doesNotMoveInTheBlockOfATrade() public {
        oracle.update();
        skip(30 minutes);
        swap(address(usdt), address(dr), 900_000e18);
        assertGt(oracle.spotPrice(address(dr)), 1.5e18);
        assertApproxEqAbs(oracle.price(address(dr)), 0.5e18, 1);
    }

    function test_price_averagesOverTimeAndIsCarriedForward() public {
        oracle.update();
        skip(15 minutes);
        uint256 before = oracle.spotPrice(address(dr));
        swap(address(usdt), address(dr), 200_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        skip(15 minutes); // nothing touches the pair or the oracle any more
        assertApproxEqAbs(oracle.price(address(dr)), (before + afterwards) / 2, 2);
        skip(15 minutes - 1); // the observation is now 45 minutes old
        assertApproxEqRel(oracle.price(address(dr)), (before + 2 * afterwards) / 3, 0.001e18);
        skip(1);
        assertEq(oracle.price(address(dr)), afterwards); // quiet for the whole window
    }

    function test_price_takesTheNewestObservationOldEnough() public {
        for (uint256 i = 0; i < 8; ++i) {
            oracle.update();
            skip(5 minutes);
        }
        uint256 before = oracle.spotPrice(address(drgv));
        swap(address(drgv), address(usdt), 500_000e18);
        uint256 afterwards = oracle.spotPrice(address(drgv));
        skip(6 minutes);
        // the window of 30 minutes began 24 before the trade; the observation nearest before is of 25 minutes
        // before it
        assertApproxEqAbs(oracle.price(address(drgv)), (25 * before + 6 * afterwards) / 31, 2);
    }

    function test_price_revertsAfterATradeWithoutAnObservation() public {
        swap(address(usdt), address(dr), 1e18);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(30 minutes)));
        oracle.price(address(dr));
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(24 hours)));
        oracle.price24h(address(dr));
        assertEq(oracle.price(address(drgv)), 0.1e18);
        oracle.update();
        skip(30 minutes - 1);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price(address(dr));
        skip(1);
        oracle.price(address(dr));
    }

    function test_price_revertsWhenTheLastObservationIsTooOld() public {
        oracle.update();
        skip(45 minutes + 1);
        swap(address(usdt), address(dr), 1e18);
        vm.expectPartialRevert(IPriceOracle.WindowNotFull.selector);
        oracle.price(address(dr));
    }

    function test_price24h_averagesOverADay() public {
        uint256 before = oracle.spotPrice(address(dr));
        for (uint256 i = 0; i < 12; ++i) {
            oracle.update();
            skip(1 hours);
        }
        swap(address(usdt), address(dr), 500_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        for (uint256 i = 0; i < 12; ++i) {
            skip(1 hours);
            oracle.update();
        }
        assertApproxEqAbs(oracle.price24h(address(dr)), (before + afterwards) / 2, 2);
        assertEq(oracle.price(address(dr)), afterwards);
        assertEq(oracle.lowerPrice(address(dr)), oracle.price24h(address(dr)));
    }

    function test_lowerPrice_followsAFallAtOnce() public {
        for (uint256 i = 0; i < 25; ++i) {
            oracle.update();
            skip(1 hours);
        }
        oracle.update();
        swap(address(dr), address(usdt), 1_000_000e18);
        skip(30 minutes);
        assertEq(oracle.lowerPrice(address(dr)), oracle.price(address(dr)));
        assertLt(oracle.price(address(dr)), oracle.price24h(address(dr)));
    }

    function test_price_survivesAnOverflowOfThePairsSum() public {
        // slots 9 and 10 of a Uniswap V2 pair: the cumulative prices, which overflow by design
        vm.store(address(drPair), bytes32(uint256(9)), bytes32(type(uint256).max - 2 ** 112));
        vm.store(address(drPair), bytes32(uint256(10)), bytes32(type(uint256).max - 2 ** 112));
        oracle.update();
        skip(15 minutes);
        uint256 before = oracle.spotPrice(address(dr));
        swap(address(usdt), address(dr), 200_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        skip(15 minutes);
        assertApproxEqAbs(oracle.price(address(dr)), (before + afterwards) / 2, 2);
    }

    function test_price_survivesTheYear2106() public {
        vm.warp(2 ** 32 - 10 minutes);
        _syncPair();
        oracle.update();
        skip(15 minutes);
        uint256 before = oracle.spotPrice(address(dr));
        swap(address(usdt), address(dr), 200_000e18);
        uint256 afterwards = oracle.spotPrice(address(dr));
        skip(15 minutes);
        assertApproxEqAbs(oracle.price(address(dr)), (before + afterwards) / 2, 2);
        skip(30 minutes);
        assertEq(oracle.price(address(dr)), afterwards);
    }

    function test_price_revertsWhenThePoolIsTooShallow() public {
        PriceOracle strict = _oracle(drPair, drgvPair, 1_000_000e18 + 1);
        vm.expectRevert(
            abi.encodeWithSelector(IPriceOracle.PoolTooShallow.selector, address(dr), 1_000_000e18, 1_000_000e18 + 1)
        );
        strict.price(address(dr));
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        strict.price24h(address(dr));
        assertEq(strict.spotPrice(address(dr)), 0.5e18);
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

    /// @dev One transaction that makes the pool shallow and deep again removes no price.
    function test_update_doesNotSeeAPoolThatIsShallowForATransactionAlone() public {
        _update(60);
        uint256 price = oracle.price(address(dr));
        _withdrawLiquidity(5_000e18);
        assertFalse(oracle.update());
        _addLiquidity(995_000e18);
        assertApproxEqRel(oracle.price(address(dr)), price, 0.0001e18);
    }

    /// @dev The audit's L-3: six quiet hours left no 24-hour average for 170 minutes, a day later.
    function test_price24h_isThereADayAfterSixHoursWithoutAnUpdate() public {
        for (uint256 i = 0; i < 30; ++i) {
            skip(1 hours);
            oracle.update();
        }
        swap(address(usdt), address(dr), 1e18);
        skip(6 hours); // the keeper sleeps
        oracle.update();
        for (uint256 i = 0; i < 30 * 6; ++i) {
            skip(10 minutes);
            oracle.update();
            swap(address(usdt), address(dr), 1e18);
            oracle.price24h(address(dr));
        }
    }

    /// @dev Every window finds its own observation: none of 31 hours before has taken its place.
    function test_price24h_neverTakesAnObservationOlderThan30Hours() public {
        oracle.update();
        skip(30 hours);
        swap(address(usdt), address(dr), 500_000e18);
        assertApproxEqAbs(oracle.price24h(address(dr)), 0.5e18, 2);
        skip(1);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(dr), uint256(24 hours)));
        oracle.price24h(address(dr));
    }

    /// @dev Each token's observation is its own: whichever is written, something was.
    function test_update_saysThatEitherTokenWasRecorded() public {
        PriceOracle fresh = _oracle(drPair, drgvPair, 999_999e18);
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

    function test_price_isThereAtExactlyTheLeastDepth() public {
        PriceOracle exact = _oracle(drPair, drgvPair, 1_000_000e18);
        assertEq(exact.price(address(dr)), 0.5e18);
        assertTrue(exact.update());
    }

    /// @dev The pair's own sum, carried forward to this second at the price it has.
    function test_update_announcesWhatItRecords() public {
        swap(address(usdt), address(dr), 1_000e18);
        skip(7 minutes);
        (uint256 reserve0, uint256 reserve1,) = drPair.getReserves();
        bool isToken0 = drPair.token0() == address(dr);
        uint256 sum = isToken0 ? drPair.price0CumulativeLast() : drPair.price1CumulativeLast();
        (uint256 tokens, uint256 dollars) = isToken0 ? (reserve0, reserve1) : (reserve1, reserve0);
        uint224 cumulative = uint224(sum + (dollars << 112) / tokens * 7 minutes);
        vm.expectEmit(address(oracle));
        emit IPriceOracle.Observed(address(dr), block.timestamp, cumulative);
        vm.expectEmit(true, true, false, false, address(oracle));
        emit IPriceOracle.Observed(address(drgv), block.timestamp, 0);
        assertTrue(oracle.update());
    }

    function test_price_revertsForAnEmptyPool() public {
        TestUSDT other = new TestUSDT(address(this), 1e18);
        IUniswapV2Pair emptyDr = IUniswapV2Pair(factory.createPair(address(dr), address(other)));
        IUniswapV2Pair emptyDrgv = IUniswapV2Pair(factory.createPair(address(drgv), address(other)));
        PriceOracle empty = new PriceOracle(
            address(other), address(dr), address(drgv), emptyDr, emptyDrgv, IUniswapV2Router(address(router)), 0
        );
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        empty.price(address(dr));
        vm.expectPartialRevert(IPriceOracle.PoolTooShallow.selector);
        empty.spotPrice(address(dr));
        assertFalse(empty.update());
    }

    function test_price_revertsForAnUnknownToken() public {
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.TokenNotSupported.selector, address(usdt)));
        oracle.price(address(usdt));
    }

    function test_price_isTheSameWhicheverTokenComesFirst() public {
        // a USDT on the other side of DR in the order of addresses
        TestUSDT other = usdt;
        while ((address(other) < address(dr)) == (address(usdt) < address(dr))) {
            other = new TestUSDT(address(this), 10_000_000e18);
        }
        IUniswapV2Pair pair = IUniswapV2Pair(factory.createPair(address(dr), address(other)));
        IUniswapV2Pair pair2 = IUniswapV2Pair(factory.createPair(address(drgv), address(other)));
        dr.transfer(address(pair), 1_000_000e18);
        other.transfer(address(pair), 250_000e18);
        IMint(address(pair)).mint(address(this));
        PriceOracle reversed = new PriceOracle(
            address(other), address(dr), address(drgv), pair, pair2, IUniswapV2Router(address(router)), 0
        );
        skip(30 minutes);
        assertEq(reversed.price(address(dr)), 0.25e18);
        reversed.update();
        skip(15 minutes);
        swap(address(other), address(dr), 100_000e18);
        uint256 afterwards = reversed.spotPrice(address(dr));
        assertGt(afterwards, 0.4e18);
        skip(15 minutes);
        assertApproxEqAbs(reversed.price(address(dr)), (0.25e18 + afterwards) / 2, 2);
    }

    function test_update_recordsOnceAPeriodWhoeverCalls() public {
        vm.prank(bob);
        assertTrue(oracle.update());
        assertFalse(oracle.update());
        skip(5 minutes);
        vm.expectEmit(true, false, false, false, address(oracle));
        emit IPriceOracle.Observed(address(dr), 0, 0);
        assertTrue(oracle.update());
    }

    function test_constructor_revertsOnPairsOfOtherTokens() public {
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drgvPair)));
        _oracle(drgvPair, drgvPair, 0);
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drPair)));
        _oracle(drPair, drPair, 0);
    }

    /// @dev Of all pairs of three tokens, those of DR and USDT alone, in either order.
    function test_constructor_takesThePairOfItsTokensInEitherOrder() public {
        address[3] memory tokens = [address(dr), address(usdt), address(drgv)];
        for (uint256 i = 0; i < 3; ++i) {
            for (uint256 j = 0; j < 3; ++j) {
                vm.mockCall(address(drPair), abi.encodeCall(drPair.token0, ()), abi.encode(tokens[i]));
                vm.mockCall(address(drPair), abi.encodeCall(drPair.token1, ()), abi.encode(tokens[j]));
                bool isPair = (i == 0 && j == 1) || (i == 1 && j == 0);
                if (!isPair) {
                    vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drPair)));
                }
                PriceOracle made = _oracle(drPair, drgvPair, 0);
                if (!isPair) continue;
                vm.mockCall(
                    address(drPair),
                    abi.encodeCall(drPair.getReserves, ()),
                    abi.encode(uint112(4), uint112(8), uint32(0))
                );
                assertEq(made.spotPrice(address(dr)), i == 0 ? 2e18 : 0.5e18);
            }
        }
    }

    function test_constructor_revertsOnOtherDecimalsOfEitherToken() public {
        address[2] memory tokens = [address(dr), address(usdt)];
        uint8[2] memory others = [17, 19];
        for (uint256 i = 0; i < 2; ++i) {
            for (uint256 j = 0; j < 2; ++j) {
                vm.mockCall(tokens[i], abi.encodeCall(usdt.decimals, ()), abi.encode(others[j]));
                vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(drPair)));
                _oracle(drPair, drgvPair, 0);
            }
            vm.clearMockedCalls();
        }
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
            assertEq(logs.length, 1);
            assertEq(logs[0].topics[1], bytes32(uint256(uint160(address(drgv)))));
            skip(5 minutes);
        }
    }

    function test_constructor_revertsOnOtherDecimals() public {
        SixDecimals six = new SixDecimals();
        IUniswapV2Pair pair = IUniswapV2Pair(factory.createPair(address(six), address(usdt)));
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.PairInvalid.selector, address(pair)));
        new PriceOracle(
            address(usdt), address(six), address(drgv), pair, drgvPair, IUniswapV2Router(address(router)), 0
        );
    }

    function test_getAmountsOut_isTheRouters() public view {
        address[] memory path = new address[](3);
        (path[0], path[1], path[2]) = (address(dr), address(usdt), address(drgv));
        assertEq(oracle.getAmountsOut(10e18, path), router.getAmountsOut(10e18, path));
    }

    function _syncPair() private {
        ISync(address(drPair)).sync();
    }

    function _oracle(IUniswapV2Pair first, IUniswapV2Pair second, uint256 minDepth) private returns (PriceOracle) {
        return new PriceOracle(
            address(usdt), address(dr), address(drgv), first, second, IUniswapV2Router(address(router)), minDepth
        );
    }
}

interface ISync {
    function sync() external;
}

interface IMint {
    function mint(address to) external;
}
