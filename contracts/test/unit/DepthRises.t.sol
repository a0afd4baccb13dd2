// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {DepthFixture} from "../support/DepthFixture.sol";

/// @notice Less depth counts at once, more once it has stood for a day; what that is worth against those who
/// bring liquidity for a moment.
contract DepthRisesTest is DepthFixture {
    function test_recordDepths_lessCountsAtOnceAndMoreOnceItHasStoodForADay() public {
        _takeBoth(5_000);
        letPass(25 hours);
        exchange.recordDepths();
        _assertLimits(25_000e18);

        _bringBoth(10_000);
        letPass(25 hours);
        _assertLimits(25_000e18); // no one recorded it
        exchange.recordDepths();
        uint256 since = block.timestamp;
        _assertLimits(25_000e18);
        assertEq(_riseOf(address(usdt)).since, since);
        assertEq(_recordedAt(address(usdt)), since);

        letPass(1 days - 1);
        exchange.recordDepths();
        _assertLimits(25_000e18);
        assertEq(_riseOf(address(usdt)).since, since);
        assertEq(_recordedAt(address(usdt)), block.timestamp);
        uint256 rising = _riseOf(address(usdt)).limit;
        letPass(1);
        exchange.recordDepths();
        assertEq(_limitOf(address(usdt)), rising);
        _assertLimits(50_000e18);
        assertEq(_riseOf(address(usdt)).since, 0);
        assertEq(_riseOf(address(usdt)).limit, 0);
    }

    function test_recordDepths_ofTheDayTheLeastCounts() public {
        _bringBoth(30_000);
        letPass(25 hours);
        exchange.recordDepths();
        uint256 since = block.timestamp;
        assertApproxEqRel(_riseOf(address(usdt)).limit, 200_000e18, EXACT);
        _takeBoth(5_000);
        letPass(12 hours);
        exchange.recordDepths();
        assertApproxEqRel(_riseOf(address(usdt)).limit, 100_000e18, EXACT);
        _bringBoth(20_000);
        letPass(12 hours);
        assertEq(block.timestamp, since + 1 days);
        exchange.recordDepths();
        _assertLimits(100_000e18);
        exchange.recordDepths(); // and what is deeper still waits for another day
        assertEq(_riseOf(address(usdt)).since, block.timestamp);
        assertApproxEqRel(_riseOf(address(usdt)).limit, 300_000e18, EXACT);
    }

    /// @dev The same as before ends a rise, too.
    function test_recordDepths_aRiseThatDoesNotStandIsForgotten() public {
        _bringBoth(10_000);
        letPass(25 hours);
        uint256 before = _limitOf(address(usdt));
        exchange.recordDepths();
        assertGt(_riseOf(address(usdt)).since, 0);
        _takeBoth(5_000);
        letPass(23 hours);
        exchange.recordDepths();
        assertLe(_limitOf(address(usdt)), before);
        _assertLimits(50_000e18);
        assertEq(_riseOf(address(usdt)).since, 0);
        assertEq(_riseOf(address(usdt)).limit, 0);
    }

    /// @dev A rise of a hair, as the fees of trades make it, is a round of its own: what comes after it waits
    /// for the next.
    function test_recordDepths_moreCountsWithinTwoDaysOfHourlyRecords() public {
        letPass(25 hours);
        exchange.recordDepths();
        _bringBoth(1);
        _letHoursPass(1);
        assertGt(_riseOf(address(usdt)).since, 0);
        _bringBoth(10_000);
        _letHoursPass(24);
        _assertLimits(50_005e18);
        _letHoursPass(24);
        _assertLimits(50_005e18);
        _letHoursPass(1);
        _assertLimits(100_010e18);
    }

    /// @dev Liquidity that stands for one transaction, beside a keeper's hourly records, for as long as one
    /// likes.
    function test_attack_liquidityOfAMomentRaisesNothing() public {
        letPass(25 hours);
        exchange.recordDepths();
        for (uint256 i = 0; i < 60; ++i) {
            _recordWithMore();
            letPass(1 hours);
            if (i % 23 == 11) exchange.recordDepths(); // one record without it a day is enough
        }
        _assertLimits(50_000e18);
    }

    /// @dev Knowingly left (ADR 0060): where no one else records for a day.
    function test_known_liquidityOfAMomentCountsWhereNoOneElseRecordsForADay() public {
        letPass(25 hours);
        exchange.recordDepths();
        _recordWithMore();
        letPass(1 days);
        _recordWithMore();
        _assertLimits(300_000e18);
    }

    function _recordWithMore() private {
        (uint256 drLiquidity, uint256 drgvLiquidity) = _bringBoth(50_000);
        vm.prank(mallory);
        exchange.recordDepths();
        takeLiquidity(drPair, drLiquidity);
        takeLiquidity(drgvPair, drgvLiquidity);
    }

    /// @dev While DRGV has no price, DR and the dollars follow DR's pool down, and nothing rises.
    function test_recordDepths_withoutAPriceOfOneTokenOnlyLowers() public {
        letPass(25 hours);
        exchange.recordDepths();
        uint256 recorded = block.timestamp;
        _take(drgvPair, 9_600); // 40,000 USDT: less than a pool must hold
        _take(drPair, 9_000);
        letPass(2 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(address(usdt)), 5_000e18, EXACT);
        assertApproxEqRel(_limitOf(address(dr)), 10_000e18, EXACT);
        assertEq(_recordedAt(address(dr)), block.timestamp);
        assertApproxEqRel(_limitOf(address(drgv)), 500_000e18, EXACT);
        assertEq(_recordedAt(address(drgv)), recorded);

        _bring(drPair, IERC20(address(dr)), 90_000);
        letPass(25 hours);
        exchange.recordDepths();
        assertEq(_riseOf(address(usdt)).since, 0);
        letPass(25 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(address(usdt)), 5_000e18, EXACT);
        (, uint256 limit) = exchange.daily(address(drgv)); // its record is old
        assertEq(limit, 0);
    }

    /// @dev A record without all prices ends no rise, and may only lower it.
    function test_attack_aRiseIsNotHiddenBehindAMissingPrice() public {
        letPass(25 hours);
        exchange.recordDepths();
        _recordWithMore();
        assertApproxEqRel(_riseOf(address(usdt)).limit, 300_000e18, EXACT);
        uint256 since = _riseOf(address(usdt)).since;
        _take(drgvPair, 9_600);
        _bring(drPair, IERC20(address(dr)), 1_000);
        letPass(25 hours);
        exchange.recordDepths();
        assertApproxEqRel(_limitOf(address(usdt)), 50_000e18, EXACT);
        assertEq(_riseOf(address(usdt)).since, since);
        assertApproxEqRel(_riseOf(address(usdt)).limit, 55_000e18, EXACT);
        _bring(drgvPair, IERC20(address(drgv)), 240_000);
        letPass(25 hours);
        _recordWithMore();
        assertLe(_limitOf(address(usdt)), 55_000e18);
    }
}
