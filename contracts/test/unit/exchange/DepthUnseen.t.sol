// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {DepthFixture} from "../../support/DepthFixture.sol";
import {IPairLiquidity} from "../../support/Market.sol";

/// @notice Records of a time in which a pool has no price, and so may be the shallowest: what they lower, and
/// what no attacker gains by hiding a pool in them. The minimum depth of a pool is 50,000 USDT.
contract DepthUnseenTest is DepthFixture {
    uint256 private constant LIMIT_MIN = MIN_DEPTH / 20;

    function setUp() public virtual override {
        super.setUp();
        letPass(25 hours);
        exchange.recordDepths();
    }

    /// @dev Liquidity that left shows by the product of the reserves, at the last price there was. More of it
    /// shows only with a price.
    function test_recordDepths_withoutAPriceOfOneTokenOnlyLowers() public {
        uint256 recorded = block.timestamp;
        _take(drgvPair, 9_600); // 40,000 USDT: less than a pool must hold
        _letHoursPass(1);
        _assertLimits(2_000e18);
        assertEq(_recordedAt(address(dr)), block.timestamp);
        assertEq(_recordedAt(address(drgv)), recorded);

        _bring(drgvPair, IERC20(address(drgv)), 2_000); // 48,000
        _letHoursPass(47);
        _assertLimits(2_000e18);
        assertEq(_riseOf(address(usdt)).since, 0);
        assertEq(_riseOf(address(dr)).since, 0);
        letPass(1);
        (, uint256 limit) = exchange.daily(address(drgv)); // its record is old
        assertEq(limit, 0);
    }

    /// @dev As above, of both pools.
    function test_recordDepths_withoutAnyPriceOnlyLowers() public {
        _take(drPair, 9_600);
        _take(drgvPair, 9_700);
        _letHoursPass(1);
        _assertLimits(1_500e18);
        _bringBoth(2_000);
        _letHoursPass(2);
        _assertLimits(1_500e18);
        assertEq(_riseOf(address(usdt)).since, 0);
    }

    /// @dev A price may have fallen without the product: after three hours the pool counts as the minimum.
    function test_recordDepths_aPoolThatNoneSawCountsAsTheMinimum() public {
        _takeBoth(8_000); // 200,000 USDT
        exchange.recordDepths();
        _trade(drPair, address(dr), MIN_DEPTH - 1e18);
        _letHoursPass(3);
        _assertLimits(10_000e18);
        letPass(1);
        exchange.recordDepths();
        assertEq(_limitOf(address(usdt)), LIMIT_MIN);
        assertEq(_limitOf(address(usdr)), LIMIT_MIN);
        assertEq(_limitOf(address(drgv)), 10 * LIMIT_MIN);
        assertApproxEqRel(_limitOf(address(dr)), 2 * LIMIT_MIN, EXACT);

        _trade(drPair, address(dr), 200_000e18);
        _letHoursPass(78); // until no average has the low price, and then a day
        assertApproxEqRel(_limitOf(address(usdt)), 10_000e18, 1e16);
    }

    /// @dev Its own limit, too.
    function test_recordDepths_anUnseenTokenFollowsTheDollarsDown() public {
        _takeBoth(8_000);
        _trade(drPair, address(dr), MIN_DEPTH - 1e18);
        _take(drgvPair, 5_000); // 100,000
        _letHoursPass(1);
        _assertLimits(5_000e18);
    }

    /// @dev A record without a pool's price ends each rise.
    function test_recordDepths_aRiseBeginsAgainAfterARecordWithoutAPrice() public {
        _takeBoth(9_000);
        exchange.recordDepths();
        _bringBoth(10_000); // 200,000 USDT
        _letHoursPass(1);
        address[4] memory tokens = [address(usdt), address(usdr), address(dr), address(drgv)];
        for (uint256 i = 0; i < tokens.length; ++i) {
            assertEq(_riseOf(tokens[i]).since, block.timestamp);
        }
        _trade(drPair, address(dr), MIN_DEPTH - 1e18);
        _letHoursPass(1);
        for (uint256 i = 0; i < tokens.length; ++i) {
            assertEq(_riseOf(tokens[i]).since, 0);
            assertEq(_riseOf(tokens[i]).limit, 0);
        }
        _assertLimits(5_000e18);
    }

    /// @dev Liquidity of a moment before and after a day in which its pool had no price.
    function test_attack_aRiseDoesNotAgeWhileItsPoolIsUnseen() public {
        _take(drPair, 9_400); // 60,000 USDT
        _letHoursPass(1);
        _assertLimits(3_000e18);
        _recordWithMoreOfDR();
        assertApproxEqRel(_riseOf(address(dr)).limit, 36_000e18, EXACT);
        takeLiquidity(drPair, drPair.totalSupply() / 4);
        _letHoursPass(26);
        _bring(drPair, IERC20(address(dr)), 3_334);
        _untilBothHavePrices(); // a keeper records until then
        for (uint256 i = 1; i <= 8; ++i) {
            skip(1 minutes);
            if (i % 4 == 0) oracle.update();
        }
        _recordWithMoreOfDR();
        assertLe(_limitOf(address(usdt)), 3_001e18);
        assertLe(_limitOf(address(dr)), 6_001e18);
        assertLe(_limitOf(address(drgv)), 30_001e18);
    }

    /// @dev As before, where neither pool had a price.
    function test_attack_aRiseDoesNotAgeWhileNothingIsSeen() public {
        _takeBoth(9_400);
        _letHoursPass(1);
        _recordWithMoreOfBoth();
        assertApproxEqRel(_riseOf(address(usdt)).limit, 18_000e18, EXACT);
        _takeBoth(2_500);
        letPass(2 hours);
        exchange.recordDepths();
        assertEq(_riseOf(address(usdt)).since, 0);
        assertEq(_riseOf(address(drgv)).since, 0);
        letPass(24 hours);
        exchange.recordDepths();
        _assertLimits(2_250e18);
        _bringBoth(3_334);
        letPass(25 hours);
        _recordWithMoreOfBoth();
        assertLe(_limitOf(address(usdt)), 3_001e18);
        assertEq(_riseOf(address(usdt)).since, block.timestamp);
    }

    /// @dev Both pools shrink; the next record takes all limits down, and no old one is good in the first
    /// block in which there is a price again.
    function test_attack_noLimitIsOfTwoPoolsThatNoneSaw() public {
        usdt.transfer(address(exchange), 2_000_000e18);
        _takeBoth(9_900);
        swap(address(usdt), address(dr), 39_000e18); // 49,000: no price, and one that is made meanwhile
        letPass(3 hours + 1);
        exchange.recordDepths();
        _letHoursPass(26);
        swap(address(usdt), address(dr), 1_500e18);
        for (uint256 i = 0; i < 9; ++i) {
            letPass(5 minutes);
            oracle.update();
        }
        (uint256 lower,) = oracle.priceRange(address(dr));
        assertGt(lower, 5e18); // 0.5 before
        (, uint256 dollars) = exchange.daily(address(usdt));
        (, uint256 drgvs) = exchange.daily(address(drgv));
        assertApproxEqRel(dollars, 500e18, EXACT);
        assertApproxEqRel(drgvs, 5_000e18, EXACT);
    }

    /// @dev DRGV's pool shrinks for hours and is deep enough again: its own limit has followed the dollars'.
    function test_attack_anUnseenTokenKeepsNoLimitOfItsOwn() public {
        drgv.transfer(address(exchange), 8_000_000e18);
        _take(drgvPair, 9_600);
        _letHoursPass(5);
        _bring(drgvPair, IERC20(address(drgv)), 3_000); // 52,000 USDT
        _untilBothHavePrices();
        (, uint256 limit) = exchange.daily(address(drgv));
        assertApproxEqRel(limit, 20_000e18, EXACT);
    }

    /// @dev The owner of nearly all of DR's liquidity makes a price at which the pools are worth no base unit
    /// of it: its limit is then the minimum there is, and what is more waits a day as ever.
    function test_attack_aLimitOfNothingIsNotTheFirstAgain() public {
        takeLiquidity(drPair, IERC20(address(drPair)).balanceOf(address(this)) - 1e9);
        bool isToken0 = drPair.token0() == address(dr);
        (uint256 reserve0, uint256 reserve1,) = drPair.getReserves();
        uint256 out = (isToken0 ? reserve0 : reserve1) - 1;
        usdt.transfer(address(drPair), 60_000e18);
        IPairLiquidity(address(drPair)).swap(isToken0 ? out : 0, isToken0 ? 0 : out, address(this), "");
        letPass(3 hours);
        letPass(1 hours - block.timestamp % 1 hours);
        exchange.recordDepths();
        assertEq(_limitOf(address(dr)), 1);
        letPass(1);
        exchange.recordDepths();
        assertEq(_limitOf(address(dr)), 1);
    }

    /// @dev A pool that shrank between two records; a buyer makes it deep again at a price of theirs, which
    /// both averages show a day later, in the first block in which there are any.
    function test_attack_noLimitIsOfAPoolThatNoneSaw() public {
        usdt.transfer(address(exchange), 2_000_000e18);
        _take(drPair, 9_600); // 40,000 USDT
        _letHoursPass(49);
        swap(address(usdt), address(dr), 60_000e18);
        _untilBothHavePrices();
        (uint256 lower,) = oracle.priceRange(address(dr));
        assertGt(lower, 3e18); // 0.5 before
        (, uint256 limit) = exchange.daily(address(usdt));
        assertApproxEqRel(limit, 2_000e18, EXACT);
    }

    /// @dev Knowingly left (ADR 0060): who sells until a pool has no price, records, and buys back, ends each
    /// rise for the pool's fees. It lowers nothing.
    function test_known_whoHidesAPoolKeepsTheLimitsFromRising() public {
        _takeBoth(9_400);
        _letHoursPass(1);
        _bringBoth(2_000);
        for (uint256 day = 0; day < 2; ++day) {
            _letHoursPass(20);
            uint256 held = usdt.balanceOf(address(this));
            swap(address(dr), address(usdt), 90_000e18);
            exchange.recordDepths();
            swap(address(usdt), address(dr), usdt.balanceOf(address(this)) - held);
            assertEq(_riseOf(address(usdt)).since, 0);
        }
        _assertLimits(3_000e18);
    }

    function _recordWithMoreOfDR() private {
        uint256 liquidity = _bring(drPair, IERC20(address(dr)), 50_000);
        assertTrue(_hasPrices());
        vm.prank(mallory);
        exchange.recordDepths();
        takeLiquidity(drPair, liquidity);
    }

    function _recordWithMoreOfBoth() private {
        uint256 liquidity = _bring(drgvPair, IERC20(address(drgv)), 50_000);
        _recordWithMoreOfDR();
        takeLiquidity(drgvPair, liquidity);
    }

    function _untilBothHavePrices() private {
        for (uint256 i = 1; !_hasPrices(); ++i) {
            skip(1 minutes);
            if (i % 5 == 0) oracle.update();
            if (!_hasPrices() && i % 60 == 0) exchange.recordDepths();
        }
    }

    function _hasPrices() private view returns (bool) {
        try oracle.priceRange(address(dr)) {
            try oracle.priceRange(address(drgv)) {
                return true;
            } catch {}
        } catch {}
        return false;
    }
}
