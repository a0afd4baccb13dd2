// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {IUniswapV2Pair} from "../../src/interfaces/IUniswapV2.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice A price that is pushed and held (audit of November 2026, A-4; the audit's M-2), with an honest
/// signer: who sells to the exchange as much as a day lets out, and the rest back to the pool. Pool: a
/// million USDT.
contract HeldPriceTest is Fixture {
    address internal immutable mallory = makeAddr("mallory");
    bool internal hasDay; // the keeper records depths once there are averages
    uint256[4] internal CAPITALS = [uint256(50_000e18), 200_000e18, 415_000e18, 1_000_000e18];

    function _observe(uint256 duration) internal {
        for (uint256 t = 0; t < duration; t += 10 minutes) {
            skip(10 minutes);
            oracle.update();
            if (t % 1 hours == 0 && hasDay) exchange.recordDepths();
        }
    }

    /// @dev Buys DR for `capital`, holds for `duration`, sells. `others`: DR that others sell to the pool
    /// meanwhile.
    function _attack(uint256 capital, uint256 duration, uint256 others) internal returns (int256 profit) {
        uint256 before = usdt.balanceOf(address(this));
        uint256 drBefore = dr.balanceOf(address(this));
        swap(address(usdt), address(dr), capital);
        uint256 bought = dr.balanceOf(address(this)) - drBefore;
        if (others != 0) _othersSell(others);
        _observe(duration);
        uint256 input = _sellable(bought);
        dr.transfer(mallory, input);
        send(swapOf(mallory, input, address(dr), address(usdt)));
        if (bought > input) swap(address(dr), address(usdt), bought - input);
        assertEq(dr.balanceOf(address(this)), drBefore);
        profit = int256(usdt.balanceOf(address(this)) + usdt.balanceOf(mallory)) - int256(before);
    }

    function _sellable(uint256 bought) internal view returns (uint256 input) {
        (uint256 used, uint256 limit) = exchange.daily(address(usdt));
        (uint256 one,) = exchange.quote(1e18, address(dr), address(usdt));
        input = (limit - used) * 0.9999e18 / one;
        if (input > bought) input = bought;
    }

    /// @dev `amount` of DR, and the USDT of it are theirs.
    function _othersSell(uint256 amount) internal {
        address[] memory path = new address[](2);
        (path[0], path[1]) = (address(dr), address(usdt));
        vm.startPrank(bob);
        dr.approve(address(router), amount);
        router.swapExactTokensForTokens(amount, 0, path, bob, block.timestamp);
        vm.stopPrank();
    }

    function _open(uint256 inventory) internal {
        usdt.transfer(address(exchange), inventory);
        vm.prank(mallory);
        dr.approve(address(exchange), APPROVAL);
        dr.transfer(bob, 1_000_000e18);
        _observe(26 hours);
        hasDay = true;
    }

    /// @dev 100,000 DR are a twentieth of the pool's.
    uint256 internal constant SOLD_BY_OTHERS = 100_000e18;

    function _attackOf(uint256 capital, uint256 duration, uint256 others) internal returns (int256 profit) {
        uint256 snapshot = vm.snapshotState();
        profit = _attack(capital, duration, others);
        vm.revertToState(snapshot);
    }

    function test_attack_aPriceHeldFor45MinutesLosesAtAnyCapitalUpToThePools() public {
        _open(2_000_000e18);
        for (uint256 i = 0; i < CAPITALS.length; ++i) {
            assertLt(_attackOf(CAPITALS[i], 45 minutes, 0), 0);
        }
    }

    /// @dev A pool at the minimum depth, and an exchange that holds five times as much.
    function _openShallow() internal {
        takeLiquidity(drPair, drPair.totalSupply() * 19 / 20); // 50,000 USDT
        _open(250_000e18);
        exchange.recordDepths();
    }

    /// @dev The audit's own attack: 21,000 USDT double the price.
    function test_attack_aPriceHeldFor45MinutesLosesInAShallowPoolToo() public {
        _openShallow();
        uint256[4] memory capitals = [uint256(5_000e18), 10_000e18, 21_000e18, 50_000e18];
        for (uint256 i = 0; i < capitals.length; ++i) {
            assertLt(_attackOf(capitals[i], 45 minutes, 0), 0);
        }
    }

    /// @dev Knowingly left (ADR 0060): a price nine or a hundred times as high counts in the day's average by
    /// 45 minutes too. Twice what the pool holds gains 234 USDT, ten times 1,718.
    function test_known_moreThanThePoolHoldsGainsWithin45MinutesWhereNoHolderSells() public {
        _openShallow();
        int256 gain = _attackOf(100_000e18, 45 minutes, 0);
        assertGt(gain, 0);
        assertLt(gain, 250e18);
        assertLt(_attackOf(500_000e18, 45 minutes, 0), 1_750e18);
        assertLt(_attackOf(100_000e18, 45 minutes, 5_000e18), 0); // where holders sell a twentieth of the pool
    }

    /// @dev After a day both averages say the pushed price. Any holder of DR may then sell at it: where they
    /// sell a twentieth of the pool in these 30 hours, the attack loses at any capital, since no more
    /// than a twentieth of it leaves the exchange.
    function test_attack_aPriceHeldForADayLosesWhereOthersSellATwentiethOfThePool() public {
        _open(2_000_000e18);
        for (uint256 i = 0; i < CAPITALS.length; ++i) {
            assertLt(_attackOf(CAPITALS[i], 30 hours, SOLD_BY_OTHERS), 0);
        }
    }

    /// @dev Knowingly left (docs/security): where no holder sells in the hours of the push it gains, at most
    /// a twentieth of the pool, whatever the exchange holds.
    function test_known_aPriceHeldForADayGainsWhereNoHolderSells() public {
        _open(2_000_000e18);
        int256 gain = _attackOf(415_000e18, 30 hours, 0);
        assertGt(gain, 0);
        assertLt(gain, 50_000e18);
        assertGt(_attackOf(1_000_000e18, 4 hours, 0), 0); // four hours are a sixth of the day
    }

    /// @dev Prices that are held make the pools worth more in USDT; what may leave does not follow them for
    /// a day more.
    function test_attack_pushedPricesRaiseNoLimit() public {
        _open(2_000_000e18);
        (, uint256 before) = exchange.daily(address(usdt));
        swap(address(usdt), address(dr), 1_000_000e18);
        swap(address(usdt), address(drgv), 1_000_000e18);
        _observe(23 hours);
        (, uint256 limit) = exchange.daily(address(usdt));
        assertEq(limit, before);
        _observe(8 hours);
        (, limit) = exchange.daily(address(usdt));
        assertGt(limit, before);
    }

    /// @dev The pool that is pushed is the shallow one, the token that comes out has a deep one: no more than
    /// a twentieth of the pushed pool comes out all the same.
    function test_attack_aShallowPoolsPriceBuysNothingOfADeepOne() public {
        takeLiquidity(drPair, drPair.totalSupply() * 9 / 10); // 100,000 USDT
        drgv.transfer(address(drgvPair), 30_000_000e18);
        usdt.transfer(address(drgvPair), 3_000_000e18);
        drgvPair.mint(address(this));
        drgv.transfer(address(exchange), 20_000_000e18);
        _open(10_000e18);
        exchange.recordDepths();
        uint256 before = usdt.balanceOf(address(this));
        uint256 drBefore = dr.balanceOf(address(this));
        swap(address(usdt), address(dr), 100_000e18);
        uint256 bought = dr.balanceOf(address(this)) - drBefore;
        _observe(30 hours);
        (uint256 used, uint256 limit) = exchange.daily(address(drgv));
        (uint256 one,) = exchange.quote(1e18, address(dr), address(drgv));
        uint256 input = (limit - used) * 0.9999e18 / one;
        dr.transfer(mallory, input);
        send(swapOf(mallory, input, address(dr), address(drgv)));
        swap(address(dr), address(usdt), bought - input);
        uint256 got = drgv.balanceOf(mallory) / 10; // at 0.10
        assertLe(got, 5_100e18); // what counts has risen by what the first hour of the push added to the average
        assertLt(usdt.balanceOf(address(this)) + got, before + 5_000e18);
    }
}
