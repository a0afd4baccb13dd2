// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice The roles, the same on every contract with vouchers; shown on both.
contract VouchersTest is Fixture {
    IVouchers[2] internal subjects;

    function setUp() public override {
        super.setUp();
        emission.release();
        equip(alice, 1_000e18, 1_000e18);
        subjects = [IVouchers(address(rights)), IVouchers(address(vault))];
    }

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

    /// @dev The audit's M-6: revoking a stolen signer stopped all users for the 14 days of the time-lock.
    function test_attack_revokingAStolenSignerGivesItsPowerToTheStandby() public {
        address standby = vm.addr(0x57AD);
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.expectEmit(address(subjects[i]));
            emit IVouchers.StandbySignerSet(address(0), standby);
            vm.prank(address(timelock));
            subjects[i].setStandbySigner(standby);
            vm.expectEmit(address(subjects[i]));
            emit IVouchers.SignerSet(signer, standby);
            vm.expectEmit(address(subjects[i]));
            emit IVouchers.StandbySignerSet(standby, address(0));
            vm.prank(pauser);
            subjects[i].revokeSigner();
            assertEq(subjects[i].signer(), standby);
            assertEq(subjects[i].standbySigner(), address(0));
        }
        _expectAllRefused(IVouchers.VoucherInvalid.selector); // the thief's
        Withdraw memory v = withdrawOf(alice, 100e18);
        send(v, signWith(0x57AD, digestOf(v)));
        vm.prank(pauser);
        vault.revokeSigner(); // that one too: then there is none
        v = withdrawOf(alice, 100e18);
        bytes memory signature = signWith(0x57AD, digestOf(v));
        vm.expectRevert(IVouchers.SignerRevoked.selector);
        send(v, signature);
    }

    function test_revokeSigner_announcesNoStandbyWhereThereIsNone() public {
        vm.recordLogs();
        vm.prank(pauser);
        vault.revokeSigner();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 1);
        assertEq(logs[0].topics[0], IVouchers.SignerSet.selector);
    }

    function test_setStandbySigner_isTheTimelocksAloneAndAnAddressOfItsOwn() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.prank(pauser);
            vm.expectRevert(IVouchers.NotAdmin.selector);
            subjects[i].setStandbySigner(alice);
            vm.startPrank(address(timelock));
            address[5] memory taken = [signer, pauser, address(timelock), proposer, guardian];
            for (uint256 j = 0; j < taken.length; ++j) {
                vm.expectRevert(IVouchers.RolesNotDistinct.selector);
                subjects[i].setStandbySigner(taken[j]);
            }
            subjects[i].setStandbySigner(alice);
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setSigner(alice);
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setPauser(alice);
            subjects[i].setStandbySigner(address(0));
            subjects[i].setSigner(alice);
            vm.stopPrank();
        }
    }

    function test_pause_revertsForAnybodyButThePauser() public {
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

    function test_revokeSigner_refusesVouchersAtOnceUntilTheTimelockSetsANewSigner() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.expectEmit(address(subjects[i]));
            emit IVouchers.SignerSet(signer, address(0));
            vm.prank(pauser);
            subjects[i].revokeSigner();
            assertEq(subjects[i].signer(), address(0));
        }
        _expectAllRefused(IVouchers.SignerRevoked.selector);
        throughTimelock(address(rights), abi.encodeCall(IVouchers.setSigner, (signer)));
        throughTimelock(address(vault), abi.encodeCall(IVouchers.setSigner, (signer)));
        _expectAllAccepted();
    }

    /// @dev ecrecover gives the zero address for nonsense; it must never pass for the revoked signer.
    function test_revokeSigner_doesNotLetNonsenseSign() public {
        vm.prank(pauser);
        vault.revokeSigner();
        Withdraw memory v = withdrawOf(alice, 100e18);
        vm.expectRevert(IVouchers.SignerRevoked.selector);
        send(v, abi.encodePacked(bytes32(uint256(1)), bytes32(uint256(1)), uint8(27)));
    }

    function test_setSigner_refusesTheFormerSigner() public {
        throughTimelock(address(vault), abi.encodeCall(IVouchers.setSigner, (vm.addr(0xB0B))));
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes memory former = sign(digestOf(v));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, former);
        send(v, signWith(0xB0B, digestOf(v)));
    }

    function test_setSigner_revertsForAnybodyButTheTimelock() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            address[3] memory others = [pauser, signer, proposer];
            for (uint256 j = 0; j < others.length; ++j) {
                vm.startPrank(others[j]);
                vm.expectRevert(IVouchers.NotAdmin.selector);
                subjects[i].setSigner(alice);
                vm.expectRevert(IVouchers.NotAdmin.selector);
                subjects[i].setPauser(alice);
                vm.stopPrank();
            }
        }
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

    function test_roles_stayThreeDifferentAddresses() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.startPrank(address(timelock));
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setSigner(pauser);
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setSigner(address(timelock));
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setPauser(signer);
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setPauser(address(timelock));
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setPauser(address(0));
            vm.stopPrank();
        }
    }

    /// @dev The audit's I-10: roles were kept apart at deployment alone.
    function test_roles_areNeverThoseOfTheAdmin() public {
        address[2] memory taken = [proposer, guardian];
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.startPrank(address(timelock));
            for (uint256 j = 0; j < taken.length; ++j) {
                vm.expectRevert(IVouchers.RolesNotDistinct.selector);
                subjects[i].setSigner(taken[j]);
                vm.expectRevert(IVouchers.RolesNotDistinct.selector);
                subjects[i].setStandbySigner(taken[j]);
                vm.expectRevert(IVouchers.RolesNotDistinct.selector);
                subjects[i].setPauser(taken[j]);
            }
            subjects[i].setSigner(address(0)); // zero holds no role
            subjects[i].setSigner(alice);
            vm.stopPrank();
        }
        bytes32 role = timelock.PROPOSER_ROLE();
        vm.prank(address(timelock));
        timelock.grantRole(role, bob); // asked of the time-lock each time
        vm.prank(address(timelock));
        vm.expectRevert(IVouchers.RolesNotDistinct.selector);
        vault.setSigner(bob);
    }

    /// @dev Not even where the time-lock lets the zero address propose: zero means that there is no signer.
    function test_roles_zeroHoldsNothing() public {
        bytes32 role = timelock.PROPOSER_ROLE();
        vm.startPrank(address(timelock));
        timelock.grantRole(role, address(0));
        vault.setSigner(address(0));
        vault.setStandbySigner(address(0));
        vm.stopPrank();
        assertEq(vault.signer(), address(0));
        newVault(setupOf(1, address(0)), defaultCaps()); // without a standby signer
    }

    function test_roles_eachChangeIsAnnouncedAndTakesEffect() public {
        address next = makeAddr("next");
        for (uint256 i = 0; i < subjects.length; ++i) {
            address subject = address(subjects[i]);
            vm.startPrank(address(timelock));
            vm.expectEmit(subject);
            emit IVouchers.SignerSet(signer, next);
            subjects[i].setSigner(next);
            assertEq(subjects[i].signer(), next);
            vm.expectEmit(subject);
            emit IVouchers.PauserSet(pauser, alice);
            subjects[i].setPauser(alice);
            assertEq(subjects[i].pauser(), alice);
            vm.expectEmit(subject);
            emit IVouchers.StandbySignerSet(address(0), bob);
            subjects[i].setStandbySigner(bob);
            assertEq(subjects[i].standbySigner(), bob);
            vm.expectEmit(subject);
            emit IVouchers.StandbySignerSet(bob, address(0));
            subjects[i].setStandbySigner(address(0));
            assertEq(subjects[i].standbySigner(), address(0));
            vm.stopPrank();
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

    function test_constructor_announcesEachRole() public {
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.expectEmit(at);
        emit IVouchers.PauserSet(address(0), pauser);
        vm.expectEmit(at);
        emit IVouchers.SignerSet(address(0), signer);
        vm.expectEmit(at);
        emit IVouchers.StandbySignerSet(address(0), alice);
        new WithdrawalVault(address(timelock), pauser, signer, alice, setupOf(0, address(0)), defaultCaps(), usdtCaps());
    }

    function test_constructor_announcesNoStandbyWhereThereIsNone() public {
        vm.recordLogs();
        newVault(setupOf(0, address(0)), defaultCaps());
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertGt(logs.length, 0);
        for (uint256 i = 0; i < logs.length; ++i) {
            assertNotEq(logs[i].topics[0], IVouchers.StandbySignerSet.selector);
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

    /// @dev Without a signer, what no key has signed recovers to zero as well: no such voucher may pass.
    function test_revokeSigner_doesNotLetAMalformedSignaturePass() public {
        vm.prank(pauser);
        vault.revokeSigner();
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes[3] memory signatures =
            [bytes(""), new bytes(65), abi.encodePacked(bytes32(uint256(1)), bytes32(uint256(1)), uint8(29))];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(IVouchers.SignerRevoked.selector);
            send(v, signatures[i]);
        }
    }

    function test_domainSeparator_isThatOfNameVersionChainAndContract() public view {
        string[3] memory names = ["DigitalRights", "WithdrawalVault", "Exchange"];
        address[3] memory verifiers = [address(rights), address(vault), address(exchange)];
        for (uint256 i = 0; i < 3; ++i) {
            bytes32 digest = keccak256(
                abi.encodePacked(hex"1901", IVouchers(verifiers[i]).DOMAIN_SEPARATOR(), keccak256("a struct"))
            );
            assertEq(digest, _digest(verifiers[i], names[i], keccak256("a struct")));
        }
    }

    function test_constructor_namesTheStandbySigner() public {
        IWithdrawalVault.Setup memory setup = setupOf(0, address(0));
        vm.expectEmit();
        emit IVouchers.StandbySignerSet(address(0), alice);
        vault = new WithdrawalVault(address(timelock), pauser, signer, alice, setup, defaultCaps(), usdtCaps());
        assertEq(vault.standbySigner(), alice);
        vm.expectEmit(address(vault));
        emit IVouchers.SignerSet(signer, alice);
        vm.prank(pauser);
        vault.revokeSigner();
        assertEq(vault.signer(), alice);
        assertEq(vault.standbySigner(), address(0));
    }

    function test_constructor_revertsWhenRolesAreEqualOrMissing() public {
        address admin = address(timelock);
        _expectRolesRefused(admin, pauser, pauser);
        _expectRolesRefused(admin, admin, signer);
        _expectRolesRefused(admin, pauser, admin);
        _expectRolesRefused(address(0), pauser, signer);
        _expectRolesRefused(admin, address(0), signer);
        _expectRolesRefused(admin, pauser, address(0));
        address[2] memory taken = [proposer, guardian];
        for (uint256 i = 0; i < taken.length; ++i) {
            _expectRolesRefused(admin, taken[i], signer);
            _expectRolesRefused(admin, pauser, taken[i]);
        }
        address[5] memory takenForStandby = [admin, pauser, signer, proposer, guardian];
        for (uint256 i = 0; i < takenForStandby.length; ++i) {
            _expectRolesRefused(admin, pauser, signer, takenForStandby[i]);
        }
    }

    function test_nonces_countPerContract() public {
        send(buyOf(alice, 1));
        assertEq(rights.nonces(alice), 1);
        assertEq(vault.nonces(alice), 0);
        send(withdrawOf(alice, 100e18));
        assertEq(vault.nonces(alice), 1);
    }

    /// @dev The audit's L-4: an hour at the signing process was worth withdrawals for years.
    function test_attack_noVoucherIsGoodForMoreThanAnHour() public {
        usdt.transfer(address(nodeVault), 1_000e18);
        equipForPower(bob, 1_000e18, 1_000e18);
        dr.transfer(alice, 1_000e18);
        vm.prank(alice);
        dr.approve(address(nodeVault), APPROVAL);
        uint256 tooFar = block.timestamp + 1 hours + 1;

        Buy memory buy = buyOf(alice, 1);
        buy.deadline = tooFar;
        bytes memory signature = sign(digestOf(buy));
        _expectTooFar(tooFar);
        send(buy, signature);
        buy.deadline = tooFar - 1;
        send(buy);

        Activate memory activate = activateOf(alice, idsOf(1, 1), 1);
        activate.deadline = tooFar;
        signature = sign(digestOf(activate));
        _expectTooFar(tooFar);
        send(activate, signature);
        activate.deadline = tooFar - 1;
        send(activate);

        for (uint256 i = 0; i < 2; ++i) {
            Power memory power = powerOf(bob, 100e18, alice);
            power.deadline = tooFar;
            signature = sign(digestOf(power, i == 1));
            _expectTooFar(tooFar);
            if (i == 0) send(power, signature);
            else sendAgain(power, signature);
            power.deadline = tooFar - 1;
            if (i == 0) send(power);
            else sendAgain(power);
        }

        Withdraw memory withdraw = withdrawOf(alice, 100e18);
        withdraw.deadline = tooFar;
        signature = sign(digestOf(withdraw));
        _expectTooFar(tooFar);
        send(withdraw, signature);
        withdraw.deadline = tooFar - 1;
        send(withdraw);

        withdraw = withdrawUsdtOf(nodeVault, alice, 100e18);
        withdraw.deadline = tooFar;
        signature = sign(usdtDigestOf(nodeVault, withdraw));
        _expectTooFar(tooFar);
        sendUsdt(nodeVault, withdraw, signature);
        withdraw.deadline = tooFar - 1;
        sendUsdt(nodeVault, withdraw);
    }

    function _expectTooFar(uint256 deadline) private {
        vm.expectRevert(abi.encodeWithSelector(IVouchers.DeadlineTooFar.selector, deadline));
    }

    function _expectRolesRefused(address admin, address pauser_, address signer_) private {
        _expectRolesRefused(admin, pauser_, signer_, address(0));
    }

    function _expectRolesRefused(address admin, address pauser_, address signer_, address standby) private {
        IWithdrawalVault.Setup memory setup = setupOf(0, address(0));
        vm.expectRevert(IVouchers.RolesNotDistinct.selector);
        new WithdrawalVault(admin, pauser_, signer_, standby, setup, defaultCaps(), usdtCaps());
    }

    function _expectAllRefused(bytes4 reason) private {
        Buy memory buy = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(buy));
        vm.expectRevert(reason);
        send(buy, signature);
        Activate memory activate = activateOf(alice, idsOf(1, 1), 1);
        signature = sign(digestOf(activate));
        vm.expectRevert(reason);
        send(activate, signature);
        Withdraw memory withdraw = withdrawOf(alice, 100e18);
        signature = sign(digestOf(withdraw));
        vm.expectRevert(reason);
        send(withdraw, signature);
    }

    function _expectAllAccepted() private {
        send(buyOf(alice, 1));
        send(activateOf(alice, idsOf(1, 1), 1));
        send(withdrawOf(alice, 100e18));
    }
}
