// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Fixture} from "../support/Fixture.sol";

contract EmissionFuzzTest is Fixture {
    function testFuzz_emittedAt_neverFallsAndNeverExceedsTheRate(uint40 from, uint40 duration) public view {
        uint256 start = emission.startTime() + from;
        uint256 end = start + duration;
        uint256 emitted = emission.emittedAt(end) - emission.emittedAt(start);
        // at most the rate at the beginning, and one unit of rounding an era border
        assertLe(emitted, emission.dailyRateAt(start) * duration / 1 days + 75);
        assertLe(emission.emittedAt(end), 73_000_000e18);
    }

    function testFuzz_release_inAnyStepsAddsUpToTheSchedule(uint32[8] calldata gaps) public {
        uint256 sum;
        for (uint256 i = 0; i < gaps.length; ++i) {
            skip(uint256(gaps[i]) % 400 days + 1);
            sum += emission.release();
            assertEq(sum, emission.emittedAt(block.timestamp));
        }
        assertEq(dr.balanceOf(address(vault)), sum);
        assertEq(dr.balanceOf(address(emission)), 73_000_000e18 - sum);
        assertEq(emission.releasedUntil(), block.timestamp);
    }
}
