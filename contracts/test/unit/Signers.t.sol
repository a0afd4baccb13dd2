// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {VouchersFixture} from "../support/VouchersFixture.sol";

/// @notice Signer and standby signer: named, revoked, replaced.
contract SignersTest is VouchersFixture {
    /// @dev The audit's M-6: revoking a stolen signer stopped all users for the 14 days of the time-lock.
    function test_attack_revokingAStolenSignerGivesItsPowerToTheStandby() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            assertEq(subjects[i].standbySigner(), standby);
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
        send(v, signWith(STANDBY_KEY, digestOf(v)));
        vm.prank(pauser);
        vault.revokeSigner(); // that one too: then there is none
        v = withdrawOf(alice, 100e18);
        bytes memory signature = signWith(STANDBY_KEY, digestOf(v));
        vm.expectRevert(IVouchers.SignerRevoked.selector);
        send(v, signature);
    }

    function test_revokeSigner_announcesNoStandbyWhereThereIsNone() public {
        vm.prank(address(timelock));
        vault.setStandbySigner(address(0));
        vm.recordLogs();
        vm.prank(pauser);
        vault.revokeSigner();
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertEq(logs.length, 1);
        assertEq(logs[0].topics[0], IVouchers.SignerSet.selector);
    }

    function test_revokeSigner_refusesVouchersAtOnceUntilTheTimelockSetsANewSigner() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.prank(address(timelock));
            subjects[i].setStandbySigner(address(0));
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
        revokeAll(vault);
        Withdraw memory v = withdrawOf(alice, 100e18);
        vm.expectRevert(IVouchers.SignerRevoked.selector);
        send(v, abi.encodePacked(bytes32(uint256(1)), bytes32(uint256(1)), uint8(27)));
    }

    /// @dev Without a signer, what no key has signed recovers to zero as well: no such voucher may pass.
    function test_revokeSigner_doesNotLetAMalformedSignaturePass() public {
        revokeAll(vault);
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes[3] memory signatures =
            [bytes(""), new bytes(65), abi.encodePacked(bytes32(uint256(1)), bytes32(uint256(1)), uint8(29))];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(IVouchers.SignerRevoked.selector);
            send(v, signatures[i]);
        }
    }

    function test_setSigner_refusesTheFormerSigner() public {
        throughTimelock(address(vault), abi.encodeCall(IVouchers.setSigner, (vm.addr(0xB0B))));
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes memory former = sign(digestOf(v));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, former);
        send(v, signWith(0xB0B, digestOf(v)));
    }

    function test_setSigner_revertsForAnyoneButTheTimelock() public {
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
}
