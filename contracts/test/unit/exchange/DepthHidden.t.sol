// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {DepthFixture} from "../../support/DepthFixture.sol";
import {IPairLiquidity} from "../../support/Market.sol";

/// @notice An attacker who keeps a pool without a price whenever the keeper looks, and records in the very
/// seconds in which it has one, with liquidity of that transaction.
contract DepthHiddenTest is DepthFixture {
    uint256 private constant HIDDEN = 49_900e18;

    function setUp() public virtual override {
        super.setUp();
        letPass(25 hours);
        exchange.recordDepths();
        usdt.transfer(address(exchange), 2_000_000e18);
        vm.prank(mallory);
        dr.approve(address(exchange), APPROVAL);
        _startKeeper();
    }

    /// @dev Proven on the form before: 49,999 USDT a day for days, where the pool gave 500; 143,712 gained.
    function test_attack_noOldLimitOfAPoolThatTheKeeperNeverSees() public {
        _take(drPair, 9_900); // 10,000 USDT
        _trade(drPair, address(dr), 49_000e18); // 24 times the price, and no price in the oracle
        for (uint256 i = 0; i < 10; ++i) {
            _keeperUntil(block.timestamp + 2 hours + 10 minutes);
            _trade(drPair, address(dr), 50_500e18);
            oracle.update();
            _keeperUntil(block.timestamp + 30 minutes - 1);
            skip(1);
            oracle.priceRange(address(dr)); // the first second in which there is one
            if (i == 9) break;
            uint256 liquidity = _bring(drPair, IERC20(address(dr)), 600_000);
            vm.prank(mallory);
            exchange.recordDepths();
            takeLiquidity(drPair, liquidity);
            _trade(drPair, address(dr), 49_000e18);
            skip(1);
            oracle.update();
        }
        assertEq(_complete, 0);
        assertLe(_dayOf(address(usdt)), 501e18);
        assertLe(_dayOf(address(usdr)), 501e18);
        assertLe(_dayOf(address(drgv)), 5_010e18);
    }

    /// @dev Proven on the form before, where the keeper's calls reverted: from 3,000 to 59,999 for 6,097
    /// USDT.
    function test_attack_noRiseWhileBothPoolsAreHidden() public {
        _takeBoth(9_400); // 60,000 USDT each
        _keeperUntil(block.timestamp + 6 hours);
        _assertLimits(3_000e18);
        _complete = 0;
        for (uint256 i = 0; i < 52; ++i) {
            _hideForASecond(60_000e18);
            _keeperUntil(block.timestamp + 30 minutes - 1);
            skip(1);
            _recordWithMoreOfBoth(190_000);
        }
        assertEq(_complete, 0);
        assertLe(_limitOf(address(usdt)), 3_001e18);
        assertLe(_limitOf(address(dr)), 6_001e18);
    }

    /// @dev As before, of pools that a small sale hides: from 2,549 to 52,618 for 132 USDT.
    function test_attack_noRiseOfPoolsAtTheMinimum() public {
        _takeBoth(9_490); // 51,000 USDT each
        _keeperUntil(block.timestamp + 6 hours);
        _complete = 0;
        for (uint256 i = 0; i < 10; ++i) {
            _trade(drPair, address(dr), HIDDEN);
            _trade(drgvPair, address(drgv), HIDDEN);
            skip(1);
            oracle.update();
            _keeperUntil(block.timestamp + 2 hours + 20 minutes);
            _trade(drPair, address(dr), 51_000e18);
            _trade(drgvPair, address(drgv), 51_000e18);
            oracle.update();
            _keeperUntil(block.timestamp + 30 minutes - 1);
            skip(1);
            _recordWithMoreOfBoth(200_000);
        }
        assertEq(_complete, 0);
        assertLe(_limitOf(address(usdt)), 2_550e18);
    }

    /// @dev Both at once: pools whose liquidity leaves, at 24 times their price, and records of a moment;
    /// from 2,999 to 207,333 before, 286,984 USDT gained.
    function test_attack_noRiseOfTwoHiddenPoolsThatShrank() public {
        _takeBoth(9_400);
        _keeperUntil(block.timestamp + 6 hours);
        exchange.recordDepths();
        _takeBoth(8_333); // 10,000 USDT each
        for (uint256 i = 0; i < 10; ++i) {
            _trade(drPair, address(dr), 49_000e18);
            _trade(drgvPair, address(drgv), 49_000e18);
            skip(1);
            oracle.update();
            _keeperUntil(block.timestamp + 2 hours + 10 minutes);
            _trade(drPair, address(dr), 50_500e18);
            _trade(drgvPair, address(drgv), 50_500e18);
            oracle.update();
            _keeperUntil(block.timestamp + 30 minutes - 1);
            skip(1);
            _recordWithMoreOfBoth(2_200_000);
        }
        assertLe(_dayOf(address(usdt)), 501e18);
        assertLe(_dayOf(address(drgv)), 5_010e18);
    }

    /// @dev Liquidity leaves just after the keeper's record, and the price is pushed until both averages show
    /// it, before the next. The keeper records once a pool's product has fallen: 95,961 USDT gained before.
    function test_attack_noOldLimitBetweenTwoRecords() public {
        _take(drPair, 9_900);
        skip(3);
        exchange.recordDepths(); // the keeper saw it
        _trade(drPair, address(dr), 316_000e18);
        oracle.update();
        _keeperUntil(block.timestamp + 36 minutes);
        (uint256 lower,) = oracle.priceRange(address(dr));
        assertGt(lower, 10e18); // 0.5 before
        assertLe(_dayOf(address(usdt)), 501e18);
        assertLe(_dayOf(address(usdr)), 501e18);
    }

    /// @dev A limit of the minimum there is follows the dollars down no further: 0 would be the first again,
    /// and count at once.
    function test_attack_noLimitFollowsTheDollarsToNothing() public {
        takeLiquidity(drPair, IERC20(address(drPair)).balanceOf(address(this)) - 1e9);
        bool isToken0 = drPair.token0() == address(dr);
        (uint256 reserve0, uint256 reserve1,) = drPair.getReserves();
        uint256 out = (isToken0 ? reserve0 : reserve1) - 1;
        usdt.transfer(address(drPair), 1_000_000e18);
        IPairLiquidity(address(drPair)).swap(isToken0 ? out : 0, isToken0 ? 0 : out, address(this), "");
        letPass(3 hours);
        letPass(1 hours - block.timestamp % 1 hours);
        exchange.recordDepths();
        uint256 before = _limitOf(address(usdt));
        assertEq(_limitOf(address(dr)), 1);
        dr.transfer(address(drPair), 1e9); // sold back: 40,000 USDT are left
        uint256 back = usdt.balanceOf(address(drPair)) - 40_000e18;
        IPairLiquidity(address(drPair)).swap(isToken0 ? 0 : back, isToken0 ? back : 0, address(this), "");
        _letHoursPass(4);
        assertLt(_limitOf(address(usdt)), before);
        assertEq(_limitOf(address(dr)), 1);
    }

    function _hideForASecond(uint256 usdtOfEach) private {
        _trade(drPair, address(dr), HIDDEN);
        _trade(drgvPair, address(drgv), HIDDEN);
        skip(1);
        oracle.update();
        _trade(drPair, address(dr), usdtOfEach);
        _trade(drgvPair, address(drgv), usdtOfEach);
        oracle.update();
    }

    function _recordWithMoreOfBoth(uint256 parts) private {
        (uint256 drLiquidity, uint256 drgvLiquidity) = _bringBoth(parts);
        vm.prank(mallory);
        exchange.recordDepths();
        takeLiquidity(drPair, drLiquidity);
        takeLiquidity(drgvPair, drgvLiquidity);
    }

    function _dayOf(address token) private view returns (uint256 limit) {
        (, limit) = exchange.daily(token);
    }
}
