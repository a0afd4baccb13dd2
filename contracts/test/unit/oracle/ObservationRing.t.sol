// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {ObservationRing} from "../../../src/libraries/ObservationRing.sol";

/// @notice The ring by itself, with a period of 100 seconds.
contract ObservationRingTest is Test {
    using ObservationRing for ObservationRing.Ring;

    uint256 internal constant PERIOD = 100;
    ObservationRing.Ring internal ring;

    function _expectFound(uint256 earliest, uint256 latest, uint256 timestamp, uint224 cumulative) internal view {
        (uint256 foundAt, uint224 found) = ring.find(earliest, latest, PERIOD);
        assertEq(foundAt, timestamp);
        assertEq(found, cumulative);
    }

    function test_isFree_onceAPeriod() public {
        assertTrue(ring.isFree(10_050, PERIOD));
        ring.write(10_050, PERIOD, 7);
        assertFalse(ring.isFree(10_000, PERIOD));
        assertFalse(ring.isFree(10_050, PERIOD));
        assertFalse(ring.isFree(10_099, PERIOD));
        assertTrue(ring.isFree(9_999, PERIOD));
        assertTrue(ring.isFree(10_100, PERIOD));
        assertTrue(ring.isFree(10_050 + 32 * PERIOD, PERIOD)); // the same place, another period
    }

    function test_write_keepsTimeAndSumAndTakesThePlaceOf32PeriodsBefore() public {
        ring.write(10_050, PERIOD, type(uint224).max);
        _expectFound(10_000, 10_099, 10_050, type(uint224).max);
        ring.write(10_050 + 31 * PERIOD, PERIOD, 5);
        _expectFound(10_000, 10_099, 10_050, type(uint224).max);
        ring.write(10_060 + 32 * PERIOD, PERIOD, 6);
        _expectFound(10_000, 10_099, 0, 0);
        _expectFound(10_000 + 32 * PERIOD, 10_099 + 32 * PERIOD, 10_060 + 32 * PERIOD, 6);
        assertEq(ObservationRing.PLACES, 32);
    }

    function test_find_takesTheNewestWithinBothBounds() public {
        for (uint224 i = 0; i < 5; ++i) {
            ring.write(10_050 + i * 100, PERIOD, 100 + i);
        }
        _expectFound(10_000, 10_500, 10_450, 104);
        _expectFound(10_000, 10_450, 10_450, 104); // exactly at the latest
        _expectFound(10_000, 10_449, 10_350, 103); // of the same period, but after it
        _expectFound(10_450, 10_500, 10_450, 104); // exactly at the earliest
        _expectFound(10_451, 10_500, 0, 0);
        _expectFound(10_351, 10_449, 0, 0);
        _expectFound(10_000, 10_049, 0, 0);
        _expectFound(10_050, 10_050, 10_050, 100);
    }

    /// @dev Nothing for periods on end: the search goes back to the earliest and no further.
    function test_find_skipsPeriodsWithoutAnObservation() public {
        ring.write(10_099, PERIOD, 9);
        _expectFound(10_000, 12_050, 10_099, 9);
        _expectFound(10_099, 12_050, 10_099, 9);
        _expectFound(10_100, 12_050, 0, 0);
    }

    /// @dev An observation of 32 periods before is in the same slot: it is too old.
    function test_find_takesNoneOfARoundBefore() public {
        ring.write(10_050, PERIOD, 9);
        _expectFound(13_200, 13_299, 0, 0);
        _expectFound(10_050, 13_250, 10_050, 9);
    }

    /// @dev The beginning of time, where a test's clock may be.
    function test_find_endsAtTheFirstPeriod() public {
        _expectFound(1, 350, 0, 0);
        ring.write(150, PERIOD, 3);
        _expectFound(1, 350, 150, 3);
        _expectFound(1, 120, 0, 0);
    }

    function test_forget_removesAllPeriodsFromEarliestToLatest() public {
        for (uint224 i = 0; i < 6; ++i) {
            ring.write(10_050 + i * 100, PERIOD, 100 + i);
        }
        assertTrue(ring.forget(10_199, 10_301, PERIOD)); // three periods, in part or whole
        _expectFound(10_100, 10_399, 0, 0);
        _expectFound(10_000, 10_399, 10_050, 100);
        _expectFound(10_400, 10_450, 10_450, 104);
        assertFalse(ring.forget(10_100, 10_399, PERIOD));
        assertTrue(ring.isFree(10_150, PERIOD));
        assertTrue(ring.forget(10_399, 10_400, PERIOD)); // one empty, one not
        _expectFound(10_400, 10_499, 0, 0);
        _expectFound(10_500, 10_599, 10_550, 105);
        assertTrue(ring.forget(10_550, 10_550, PERIOD));
    }
}
