// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IEmission} from "../../src/interfaces/IEmission.sol";
import {Fixture} from "../support/Fixture.sol";

contract EmissionTest is Fixture {
    uint256 internal constant ERA = 730 days;

    function test_release_sendsADayToTheMinerVault() public {
        assertEq(block.timestamp, emission.startTime() + 1 days);
        vm.expectEmit(address(emission));
        emit IEmission.Released(1, 50_000e18, block.timestamp);
        vm.prank(bob);
        assertEq(emission.release(), 50_000e18);
        assertEq(dr.balanceOf(address(vault)), 50_000e18);
        assertEq(emission.released(), 50_000e18);
        assertEq(emission.releasedUntil(), block.timestamp);
        assertEq(emission.releaseCount(), 1);
    }

    function test_release_sendsOnlyWhatCameSince() public {
        emission.release();
        skip(1);
        vm.expectEmit(address(emission));
        emit IEmission.Released(2, uint256(50_000e18 * 86_401) / 86_400 - 50_000e18, block.timestamp);
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
        assertEq(emission.release(), 36_500_000e18 + 25_000e18);
        assertEq(emission.dailyRateAt(block.timestamp), 25_000e18);
        assertEq(emission.dailyRateAt(emission.startTime() + ERA - 1), 50_000e18);
    }

    function test_release_endsWithNearlyAllOf73Million() public {
        vm.warp(emission.endTime() + 365 days);
        vm.expectEmit(true, false, false, false, address(emission));
        emit IEmission.Released(1, 0, 0);
        uint256 amount = emission.release();
        assertEq(emission.releasedUntil(), emission.endTime());
        assertLe(amount, 73_000_000e18);
        assertGt(amount, 73_000_000e18 - 1e6); // rounding leaves some 20,000 base units
        assertEq(emission.dailyRateAt(block.timestamp), 0);
        skip(1 days);
        vm.expectRevert(IEmission.NothingToRelease.selector);
        emission.release();
    }

    function test_emittedAt_isZeroUntilTheStart() public view {
        assertEq(emission.emittedAt(0), 0);
        assertEq(emission.emittedAt(emission.startTime()), 0);
        assertEq(emission.dailyRateAt(emission.startTime() - 1), 0);
        assertEq(emission.dailyRateAt(emission.startTime()), 50_000e18);
    }

    function test_emission_isGivenAllItCanEverRelease() public view {
        assertEq(dr.balanceOf(address(emission)), 73_000_000e18);
        assertEq(address(emission.DR_TOKEN()), address(dr));
        assertEq(emission.RECEIVER(), address(vault));
    }
}
