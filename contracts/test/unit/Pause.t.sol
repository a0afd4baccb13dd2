// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {VouchersFixture} from "../support/VouchersFixture.sol";

/// @notice The pauser's brake: how long it holds, and who may use it.
contract PauseTest is VouchersFixture {
    function test_pause_refusesVouchersUntilUnpaused() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.expectEmit(address(subjects[i]));
            emit IVouchers.Paused(pauser, _lapse());
            vm.prank(pauser);
            subjects[i].pause();
            assertTrue(subjects[i].paused());
        }
        _expectAllRefused(IVouchers.VouchersPaused.selector);
        vm.prank(pauser);
        rights.unpause();
        vm.prank(address(timelock));
        vault.unpause();
        _expectAllAccepted();
    }

    /// @dev 7 days from now, rounded up to the hour.
    function _lapse() private view returns (uint256) {
        return (block.timestamp + 7 days + 3_599) / 3_600 * 3_600;
    }

    /// @dev The audit's M-6: a pause had no end, and a stolen pauser paused again after each `unpause`.
    function test_attack_aStolenPauserStopsEverybodyForSevenDaysOfFourteen() public {
        uint256 until = _lapse();
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.startPrank(pauser);
            subjects[i].pause();
            assertEq(subjects[i].pausedUntil(), until);
            vm.expectRevert(abi.encodeWithSelector(IVouchers.PausedTooRecently.selector, until + 7 days));
            subjects[i].pause();
            vm.stopPrank();
        }
        vm.warp(until - 1);
        _expectAllRefused(IVouchers.VouchersPaused.selector);
        skip(1);
        assertFalse(rights.paused());
        _expectAllAccepted();
        vm.warp(until + 7 days - 1);
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.prank(pauser);
            vm.expectRevert(abi.encodeWithSelector(IVouchers.PausedTooRecently.selector, until + 7 days));
            subjects[i].pause();
        }
        skip(1);
        vm.prank(pauser);
        vault.pause();
        assertTrue(vault.paused());
    }

    /// @dev A pause that is lifted early rests as long, or front-running each call with a pause would stop
    /// them all.
    function test_pause_cannotFollowSoonAfterAnUnpause() public {
        vm.startPrank(pauser);
        vault.pause();
        skip(1 hours);
        vault.unpause();
        uint256 from = block.timestamp + 7 days;
        assertEq(vault.pausableFrom(), from);
        assertEq(vault.pausedUntil(), 0);
        skip(1 days);
        vault.unpause(); // of nothing: changes no time
        assertEq(vault.pausableFrom(), from);
        vm.expectRevert(abi.encodeWithSelector(IVouchers.PausedTooRecently.selector, from));
        vault.pause();
        vm.warp(from);
        vault.pause();
        vm.stopPrank();
    }

    /// @dev Also where the admin lifted it: the pauser, who may be stolen, does not pause again at once.
    function test_pause_cannotFollowSoonAfterTheAdminsUnpause() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.prank(pauser);
            subjects[i].pause();
            skip(1 hours);
            vm.prank(address(timelock));
            subjects[i].unpause();
            uint256 from = block.timestamp + 7 days;
            assertEq(subjects[i].pausableFrom(), from);
            vm.prank(pauser);
            vm.expectRevert(abi.encodeWithSelector(IVouchers.PausedTooRecently.selector, from));
            subjects[i].pause();
            vm.warp(from);
            vm.prank(pauser);
            subjects[i].pause();
        }
    }

    /// @dev A pause ends on a whole hour, at least 7 days later and less than an hour after that.
    function test_pause_endsOnTheNextWholeHour() public {
        uint256 hour = (block.timestamp / 1 hours + 1) * 1 hours;
        uint256[3] memory times = [hour, hour + 1, hour + 3_599];
        for (uint256 i = 0; i < 3; ++i) {
            uint256 snapshot = vm.snapshotState();
            vm.warp(times[i]);
            vm.prank(pauser);
            vault.pause();
            uint256 until = hour + 7 days + (i == 0 ? 0 : 1 hours);
            assertEq(vault.pausedUntil(), until);
            assertEq(vault.pausableFrom(), until + 7 days);
            vm.warp(until - 1);
            assertTrue(vault.paused());
            vm.warp(until);
            assertFalse(vault.paused());
            vm.revertToState(snapshot);
        }
    }

    function test_setPauser_letsTheNewOnePauseAtOnceAndLiftsNoPause() public {
        address newPauser = makeAddr("newPauser");
        vm.prank(pauser);
        vault.pause();
        uint256 until = vault.pausedUntil();
        vm.prank(address(timelock));
        vault.setPauser(newPauser);
        assertEq(vault.pausedUntil(), until);
        vm.prank(newPauser);
        vm.expectPartialRevert(IVouchers.PausedTooRecently.selector);
        vault.pause();
        vm.warp(until);
        vm.prank(address(timelock));
        vault.setPauser(pauser);
        assertEq(vault.pausableFrom(), 0);
        vm.prank(pauser);
        vault.pause();
        assertTrue(vault.paused());
    }

    function test_setPauser_takesTheFormerPausersPower() public {
        address newPauser = makeAddr("newPauser");
        throughTimelock(address(rights), abi.encodeCall(IVouchers.setPauser, (newPauser)));
        vm.prank(pauser);
        vm.expectRevert(IVouchers.NotPauser.selector);
        rights.pause();
        vm.prank(newPauser);
        rights.pause();
    }

    function test_pause_revertsForAnyoneButThePauser() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.expectRevert(IVouchers.NotPauser.selector);
            subjects[i].pause();
            vm.prank(address(timelock));
            vm.expectRevert(IVouchers.NotPauser.selector);
            subjects[i].pause();
            vm.expectRevert(IVouchers.NotPauser.selector);
            subjects[i].unpause();
            vm.prank(signer);
            vm.expectRevert(IVouchers.NotPauser.selector);
            subjects[i].revokeSigner();
        }
    }

    function test_unpause_isAnnounced() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.startPrank(pauser);
            subjects[i].pause();
            vm.expectEmit(address(subjects[i]));
            emit IVouchers.Unpaused(pauser);
            subjects[i].unpause();
            vm.stopPrank();
        }
    }
}
