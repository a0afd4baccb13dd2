// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {PaidHours} from "../../../src/libraries/PaidHours.sol";

/// @notice Ten machines a slot, 24 bits each, by themselves.
contract PaidHoursTest is Test {
    uint256 internal constant LAST = type(uint24).max;

    function test_slotOf_givesTenMachinesASlotOfTheirPurchase() public pure {
        for (uint256 offset = 0; offset < 100; ++offset) {
            assertEq(PaidHours.slotOf(5, offset), 5 * 16 + offset / 10);
        }
        assertEq(PaidHours.slotOf(6, 0), 6 * 16);
    }

    function test_ceilHour_roundsUp() public pure {
        uint256[5] memory times = [uint256(0), 1, 3_600, 3_601, 7_200];
        uint256[5] memory hoursOf = [uint256(0), 1, 1, 2, 2];
        for (uint256 i = 0; i < 5; ++i) {
            assertEq(PaidHours.ceilHour(times[i]), hoursOf[i]);
        }
    }

    function test_extend_changesOneMachineAlone() public pure {
        uint256 word;
        for (uint256 offset = 30; offset < 40; ++offset) {
            word = PaidHours.extend(word, offset, 1_000 + offset, 720);
        }
        for (uint256 offset = 30; offset < 40; ++offset) {
            assertEq(PaidHours.get(word, offset), 1_720 + offset);
        }
        uint256 changed = PaidHours.extend(word, 37, 0, 5);
        for (uint256 offset = 30; offset < 40; ++offset) {
            assertEq(PaidHours.get(changed, offset), 1_720 + offset + (offset == 37 ? 5 : 0));
        }
    }

    function test_extend_goesOnFromTheLaterOfPaidAndNow() public pure {
        uint256 word = PaidHours.extend(0, 4, 1_000, 10);
        assertEq(PaidHours.get(PaidHours.extend(word, 4, 1_009, 10), 4), 1_020);
        assertEq(PaidHours.get(PaidHours.extend(word, 4, 1_010, 10), 4), 1_020);
        assertEq(PaidHours.get(PaidHours.extend(word, 4, 1_011, 10), 4), 1_021);
    }

    function test_extend_reachesTheLastHourAndNoFurther() public {
        uint256 word = PaidHours.extend(0, 9, LAST - 10, 10);
        assertEq(PaidHours.get(word, 9), LAST);
        assertEq(word, LAST << 216);
        vm.expectRevert(PaidHours.PaidHoursOverflow.selector);
        this.extend(0, 9, LAST - 10, 11);
    }

    function test_toPaidHour_takesTheLastHourAndNoLater() public {
        assertEq(PaidHours.toPaidHour(LAST), LAST);
        vm.expectRevert(PaidHours.PaidHoursOverflow.selector);
        this.toPaidHour(LAST + 1);
    }

    function extend(uint256 word, uint256 offset, uint256 fromHour, uint256 duration) external pure returns (uint256) {
        return PaidHours.extend(word, offset, fromHour, duration);
    }

    function toPaidHour(uint256 hour) external pure returns (uint24) {
        return PaidHours.toPaidHour(hour);
    }
}
