// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {RollingDay} from "../../src/libraries/RollingDay.sol";

/// @notice The ring against a plain list of everything that was spent.
contract RollingDayTest is Test {
    using RollingDay for RollingDay.Window;

    RollingDay.Window internal window;
    uint256[] internal times;
    uint256[] internal amounts;

    function testFuzz_at_sumsExactlyTheLiveHours(uint256 seed, uint8 spacing) public {
        uint256 time = 1_795_000_000;
        uint256 total;
        for (uint256 i = 0; i < 60; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            // now and then a long silence; else gaps around an hour, or of seconds
            uint256 gap = seed % 17 == 0 ? 60 hours : (1 hours * (uint256(spacing) % 4 + 1));
            time += (seed >> 8) % gap;
            uint256 amount = (seed >> 128) % 1e24;
            _check(time);
            window.add(window.at(time), time, amount);
            times.push(time);
            amounts.push(amount);
            total += amount;
            _check(time);
        }
        _check(time + 24 hours - 1);
        _check(time + 25 hours);
        assertEq(window.totalOf(), total);
    }

    /// @dev Around a day apart, one or two buckets are live; then a busy time follows on either.
    function testFuzz_at_survivesDaysAndBusyPeriods(uint256 seed) public {
        uint256 time = 1_795_000_000;
        for (uint256 i = 0; i < 60; ++i) {
            seed = uint256(keccak256(abi.encode(seed)));
            bool isBusy = (seed >> 16) % 4 == 0;
            time += isBusy ? seed % 3 hours : 20 hours + seed % 10 hours;
            _spend(time, (seed >> 128) % 1e24 + 1);
        }
    }

    function test_add_onceADayUsesOneSlot() public {
        uint256 time = 1_795_000_000;
        for (uint256 i = 0; i < 60; ++i) {
            _spend(time + i * 1 days, i + 1);
        }
        for (uint256 slot = 1; slot < RollingDay.PLACES / 2; ++slot) {
            assertEq(window.places[slot], 0);
        }
    }

    /// @dev An amount every hour fills every place of the ring, over and over.
    function test_at_survivesAnAmountEveryHour() public {
        for (uint256 i = 0; i < 120; ++i) {
            uint256 time = 1_795_000_000 + i * 1 hours;
            _spend(time, i + 1);
        }
    }

    /// @dev An hour is one bucket, however often something is spent in it: more than there are places.
    function test_add_manyTimesAnHourTakesOneBucket() public {
        uint256 time = 1_795_000_000 / uint256(1 hours) * 1 hours;
        for (uint256 i = 0; i < 60; ++i) {
            _spend(time + i, i + 1);
        }
        assertEq(window.at(time).count, 1);
        for (uint256 i = 1; i < 60; ++i) {
            _spend(time + i * 1 hours, i);
            _spend(time + i * 1 hours, i);
        }
    }

    /// @dev Two amounts of one hour and one of the next: two buckets, in one slot.
    function test_add_twiceInTheFirstHourTakesOneBucket() public {
        uint256 time = 1_795_000_000;
        window.add(window.at(time), time, 1);
        window.add(window.at(time), time, 2);
        assertEq(window.at(time).count, 1);
        window.add(window.at(time + 1 hours), time + 1 hours, 3);
        assertEq(window.places[1], 0);
    }

    function test_at_countsAnAmountForADayAndNoLongerThanAnHourMore() public {
        uint256 time = 1_795_000_000;
        window.add(window.at(time), time, 7);
        assertEq(window.at(time + 24 hours).live, 7);
        assertEq(window.at(time + 25 hours).live, 0);
        assertEq(window.at(time + 1000 days).live, 0);
        assertEq(window.totalOf(), 7);
    }

    function test_add_holdsTheLargestAmount() public {
        uint256 time = 1_795_000_000;
        window.add(window.at(time), time, RollingDay.AMOUNT_MAX);
        assertEq(window.at(time).live, RollingDay.AMOUNT_MAX);
        assertEq(window.totalOf(), RollingDay.AMOUNT_MAX);
        window.add(window.at(time + 25 hours), time + 25 hours, 1);
        assertEq(window.at(time + 25 hours).live, 1);
    }

    function _spend(uint256 time, uint256 amount) private {
        _check(time);
        window.add(window.at(time), time, amount);
        times.push(time);
        amounts.push(amount);
        _check(time);
    }

    function _check(uint256 time) private view {
        uint256 byHours;
        uint256 last24Hours;
        for (uint256 i = 0; i < times.length; ++i) {
            if (times[i] / 1 hours + 24 >= time / 1 hours) byHours += amounts[i];
            if (times[i] + 24 hours > time) last24Hours += amounts[i];
        }
        uint256 live = window.at(time).live;
        assertEq(live, byHours);
        assertGe(live, last24Hours);
    }
}
