// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {VouchersFixture} from "../support/VouchersFixture.sol";

/// @notice The roles of a contract with vouchers are different addresses, and each change is announced.
contract VoucherRolesTest is VouchersFixture {
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

    /// @dev Also where there is a standby signer, which zero does not equal.
    function test_roles_thePauserIsNeverZero() public {
        for (uint256 i = 0; i < subjects.length; ++i) {
            vm.startPrank(address(timelock));
            subjects[i].setStandbySigner(alice);
            vm.expectRevert(IVouchers.RolesNotDistinct.selector);
            subjects[i].setPauser(address(0));
            vm.stopPrank();
        }
        IWithdrawalVault.Setup memory setup = setupOf(0, address(0));
        vm.expectRevert(IVouchers.RolesNotDistinct.selector);
        new WithdrawalVault(address(timelock), address(0), signer, alice, setup, defaultCaps(), usdtCaps());
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
        standby = address(0);
        newVault(setupOf(1, address(0)), defaultCaps());
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
            emit IVouchers.StandbySignerSet(standby, bob);
            subjects[i].setStandbySigner(bob);
            assertEq(subjects[i].standbySigner(), bob);
            vm.expectEmit(subject);
            emit IVouchers.StandbySignerSet(bob, address(0));
            subjects[i].setStandbySigner(address(0));
            assertEq(subjects[i].standbySigner(), address(0));
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
        standby = address(0);
        vm.recordLogs();
        newVault(setupOf(0, address(0)), defaultCaps());
        Vm.Log[] memory logs = vm.getRecordedLogs();
        assertGt(logs.length, 0);
        for (uint256 i = 0; i < logs.length; ++i) {
            assertNotEq(logs[i].topics[0], IVouchers.StandbySignerSet.selector);
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

    function _expectRolesRefused(address admin, address pauser_, address signer_) private {
        _expectRolesRefused(admin, pauser_, signer_, address(0));
    }

    function _expectRolesRefused(address admin, address pauser_, address signer_, address standby) private {
        IWithdrawalVault.Setup memory setup = setupOf(0, address(0));
        vm.expectRevert(IVouchers.RolesNotDistinct.selector);
        new WithdrawalVault(admin, pauser_, signer_, standby, setup, defaultCaps(), usdtCaps());
    }
}
