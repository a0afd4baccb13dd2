// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {DepthFixture} from "../../support/DepthFixture.sol";

/// @notice Less depth counts at once, more once it was there for a day; what that is worth against those who
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

        _letHoursPass(23);
        letPass(1 hours - 1);
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

    function test_recordDepths_ofTheDayTheLowestCounts() public {
        _bringBoth(30_000);
        letPass(25 hours);
        exchange.recordDepths();
        uint256 since = block.timestamp;
        assertApproxEqRel(_riseOf(address(usdt)).limit, 200_000e18, EXACT);
        _takeBoth(5_000);
        _letHoursPass(12);
        assertApproxEqRel(_riseOf(address(usdt)).limit, 100_000e18, EXACT);
        _bringBoth(20_000);
        _letHoursPass(11);
        letPass(1 hours);
        assertEq(block.timestamp, since + 1 days);
        exchange.recordDepths();
        _assertLimits(100_000e18);
        exchange.recordDepths(); // and what is deeper still waits for another day
        assertEq(_riseOf(address(usdt)).since, block.timestamp);
        assertApproxEqRel(_riseOf(address(usdt)).limit, 300_000e18, EXACT);
    }

    /// @dev Liquidity that no record saw for hours may not have been there.
    function test_recordDepths_aRiseBeginsAgainAfterAGap() public {
        _bringBoth(10_000);
        letPass(25 hours);
        exchange.recordDepths();
        uint256 since = block.timestamp;
        for (uint256 i = 0; i < 7; ++i) {
            letPass(3 hours);
            exchange.recordDepths();
            assertEq(_riseOf(address(usdt)).since, since);
        }
        letPass(3 hours + 1);
        exchange.recordDepths();
        _assertLimits(50_000e18);
        assertEq(_riseOf(address(usdt)).since, block.timestamp);
        assertEq(_riseOf(address(drgv)).since, block.timestamp);
        assertApproxEqRel(_riseOf(address(usdt)).limit, 100_000e18, EXACT);
        _letHoursPass(24);
        _assertLimits(100_000e18);
    }

    /// @dev The same as before ends a rise, too.
    function test_recordDepths_aRiseThatDoesNotStandIsForgotten() public {
        _bringBoth(10_000);
        letPass(25 hours);
        uint256 before = _limitOf(address(usdt));
        exchange.recordDepths();
        assertGt(_riseOf(address(usdt)).since, 0);
        _takeBoth(5_000);
        _letHoursPass(1);
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

    /// @dev Liquidity that is there for one transaction, beside a keeper's hourly records, for as long as one
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

    /// @dev Knowingly left (ADR 0060): where no one else records for a day, and one does every three hours.
    function test_known_liquidityOfAMomentCountsWhereNoOneElseRecordsForADay() public {
        letPass(25 hours);
        exchange.recordDepths();
        for (uint256 i = 0; i < 9; ++i) {
            _assertLimits(50_000e18);
            _recordWithMore();
            if (i < 8) letPass(3 hours);
        }
        _assertLimits(300_000e18);
    }

    function _recordWithMore() private {
        (uint256 drLiquidity, uint256 drgvLiquidity) = _bringBoth(50_000);
        vm.prank(mallory);
        exchange.recordDepths();
        takeLiquidity(drPair, drLiquidity);
        takeLiquidity(drgvPair, drgvLiquidity);
    }
}
