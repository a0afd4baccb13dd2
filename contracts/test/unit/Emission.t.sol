// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Emission} from "../../src/Emission.sol";
import {IEmission} from "../../src/interfaces/IEmission.sol";
import {Fixture} from "../support/Fixture.sol";

contract EmissionTest is Fixture {
    uint256 internal constant ERA = 1_825 days;

    function test_release_sendsADayToTheMinerVault() public {
        assertEq(block.timestamp, emission.startTime() + 1 days);
        vm.expectEmit(address(emission));
        emit IEmission.Released(1, 20_000e18, block.timestamp);
        vm.prank(bob);
        assertEq(emission.release(), 20_000e18);
        assertEq(dr.balanceOf(address(vault)), 20_000e18);
        assertEq(emission.released(), 20_000e18);
        assertEq(emission.releasedUntil(), block.timestamp);
        assertEq(emission.releaseCount(), 1);
    }

    function test_release_sendsOnlyWhatCameSince() public {
        emission.release();
        skip(1);
        vm.expectEmit(address(emission));
        emit IEmission.Released(2, uint256(20_000e18 * 86_401) / 86_400 - 20_000e18, block.timestamp);
        emission.release();
        assertEq(emission.released(), emission.emittedAt(block.timestamp));
        assertEq(emission.releaseCount(), 2);
    }

    function test_release_revertsTwiceInABlock() public {
        emission.release();
        vm.expectRevert(IEmission.NothingToRelease.selector);
        emission.release();
    }

    function test_release_crossesAnEraExactly() public {
        vm.warp(emission.startTime() + ERA + 1 days);
        assertEq(emission.release(), 36_500_000e18 + 10_000e18);
        assertEq(emission.dailyRateAt(block.timestamp), 10_000e18);
        assertEq(emission.dailyRateAt(emission.startTime() + ERA - 1), 20_000e18);
    }

    function test_release_endsWithNearlyAllOf73Million() public {
        vm.warp(emission.endTime() + 365 days);
        vm.expectEmit(true, false, false, false, address(emission));
        emit IEmission.Released(1, 0, 0);
        uint256 amount = emission.release();
        assertEq(emission.releasedUntil(), emission.endTime());
        assertLe(amount, 73_000_000e18);
        assertGt(amount, 73_000_000e18 - 1e6); // rounding leaves some 46,000 base units
        assertEq(emission.dailyRateAt(block.timestamp), 0);
        skip(1 days);
        vm.expectRevert(IEmission.NothingToRelease.selector);
        emission.release();
    }

    function test_emittedAt_isZeroUntilTheStart() public view {
        assertEq(emission.emittedAt(0), 0);
        assertEq(emission.emittedAt(emission.startTime()), 0);
        assertEq(emission.dailyRateAt(emission.startTime() - 1), 0);
        assertEq(emission.dailyRateAt(emission.startTime()), 20_000e18);
    }

    function test_emission_beginsWithItsDeployment() public {
        Emission other = new Emission(dr, address(vault));
        assertEq(other.startTime(), block.timestamp);
        assertEq(other.releasedUntil(), block.timestamp);
        assertEq(other.released(), 0);
        assertEq(other.releaseCount(), 0);
        vm.expectRevert(IEmission.NothingToRelease.selector);
        other.release();
    }

    /// @dev 75 eras of 1,825 days; in the last one the rate is a base unit a day, in the next it would be
    /// none.
    function test_emission_endsAfterSeventyFiveEras() public view {
        uint256 start = emission.startTime();
        assertEq(emission.endTime(), start + 75 * ERA);
        assertEq(emission.dailyRateAt(start + 75 * ERA - 1), 1);
        assertEq(emission.dailyRateAt(start + 75 * ERA), 0);
        assertEq(emission.emittedAt(start + 75 * ERA), emission.emittedAt(start + 1_000 * ERA));
        assertEq(emission.emittedAt(start + 75 * ERA) - emission.emittedAt(start + 74 * ERA), 1_825);
    }

    function test_release_inTheLastSecondAndAfterIt() public {
        uint256 end = emission.endTime();
        vm.warp(end - 1 days);
        emission.release();
        assertEq(emission.releasedUntil(), end - 1 days);
        vm.warp(end);
        assertEq(emission.release(), 1);
        assertEq(emission.releasedUntil(), end);
    }

    function test_emittedAt_countsSecondsOfADay() public view {
        uint256 start = emission.startTime();
        assertEq(emission.emittedAt(start + 1), uint256(20_000e18) / 86_400);
        assertEq(emission.emittedAt(start + 1 days - 1), uint256(20_000e18) * 86_399 / 86_400);
        assertEq(emission.emittedAt(start + 1_824 days), 36_480_000e18);
        assertEq(emission.emittedAt(start + ERA), 36_500_000e18);
        assertEq(emission.emittedAt(start + ERA + 12 hours), 36_505_000e18);
        assertEq(emission.emittedAt(start + 2 * ERA), 54_750_000e18);
    }

    function test_emission_isGivenAllItCanEverRelease() public view {
        assertEq(dr.balanceOf(address(emission)), 73_000_000e18);
        assertEq(address(emission.DR_TOKEN()), address(dr));
        assertEq(emission.RECEIVER(), address(vault));
    }
}
