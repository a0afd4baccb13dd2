// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";

import {AdminTimelock} from "../../src/AdminTimelock.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Acts that are open to a thief of the proposer's key at once (audit of November 2026, A-1 and A-3).
contract TimelockAttacksTest is Fixture {
    bytes32 internal constant PROPOSER = keccak256("PROPOSER_ROLE");
    bytes32 internal constant CANCELLER = keccak256("CANCELLER_ROLE");
    bytes32 internal constant EXECUTOR = keccak256("EXECUTOR_ROLE");
    bytes32 internal constant ADMIN = bytes32(0);

    /// @dev Announces `signer_` as the vault's signer, once for each salt.
    function _announce(address signer_, uint256 salt) internal returns (bytes32 id, bytes memory data) {
        data = abi.encodeCall(IVouchers.setSigner, (signer_));
        vm.prank(proposer);
        timelock.schedule(address(vault), 0, data, 0, bytes32(salt), 14 days);
        id = timelock.hashOperation(address(vault), 0, data, 0, bytes32(salt));
    }

    function _flood(uint256 count) internal returns (bytes32[] memory ids) {
        ids = new bytes32[](count);
        for (uint256 i = 0; i < count; ++i) {
            (ids[i],) = _announce(bob, i);
        }
    }

    /// @dev It gave its role up in one call, without notice: with no proposer left nothing could ever be
    /// announced again, no signer set, no cap, no proposer. With the signer revoked that was the end of all
    /// withdrawals.
    function test_attack_aThiefOfTheProposerCannotEndGovernance() public {
        revokeAll(vault);
        bytes32[3] memory roles = [PROPOSER, CANCELLER, EXECUTOR];
        address[3] memory holders = [proposer, guardian, address(timelock)];
        for (uint256 i = 0; i < 9; ++i) {
            vm.prank(holders[i / 3]);
            vm.expectRevert(abi.encodeWithSelector(AdminTimelock.RoleNotRenounceable.selector, roles[i % 3]));
            timelock.renounceRole(roles[i % 3], holders[i / 3]);
        }
        throughTimelock(address(vault), abi.encodeCall(IVouchers.setSigner, (bob)));
        assertEq(vault.signer(), bob);
    }

    /// @dev One batch, which the guardian cannot cancel since it replaces the guardian, made a key the admin
    /// of all roles and the only executor: from then on it changed roles at once and unannounced (audit of
    /// 27 November 2026, F-1).
    function test_attack_noAnnouncementEndsAllNotice() public {
        address thief = makeAddr("thief");
        bytes[5] memory all = [
            abi.encodeCall(IAccessControl.revokeRole, (CANCELLER, guardian)),
            abi.encodeCall(IAccessControl.revokeRole, (EXECUTOR, address(0))),
            abi.encodeCall(IAccessControl.grantRole, (EXECUTOR, thief)),
            abi.encodeCall(IAccessControl.grantRole, (ADMIN, thief)),
            abi.encodeCall(IAccessControl.revokeRole, (ADMIN, address(timelock)))
        ];
        for (uint256 fixedOne = 1; fixedOne < 5; ++fixedOne) {
            address[] memory targets = new address[](2);
            bytes[] memory calls = new bytes[](2);
            (targets[0], targets[1]) = (address(timelock), address(timelock));
            (calls[0], calls[1]) = (all[0], all[fixedOne]);
            vm.prank(proposer);
            timelock.scheduleBatch(targets, new uint256[](2), calls, 0, bytes32(fixedOne), 14 days);
            skip(14 days);
            vm.expectRevert(abi.encodeWithSelector(AdminTimelock.RoleFixed.selector, fixedOne < 3 ? EXECUTOR : ADMIN));
            timelock.executeBatch(targets, new uint256[](2), calls, 0, bytes32(fixedOne));
        }
        assertTrue(timelock.hasRole(CANCELLER, guardian));
        assertTrue(timelock.hasRole(EXECUTOR, address(0)));
        assertFalse(timelock.hasRole(EXECUTOR, thief));
        assertTrue(timelock.hasRole(ADMIN, address(timelock)));
        assertFalse(timelock.hasRole(ADMIN, thief));
    }

    /// @dev Roles that are granted already may be granted again.
    function test_grantRole_ofAFixedRoleToItsHolderChangesNothing() public {
        throughTimelock(address(timelock), abi.encodeCall(IAccessControl.grantRole, (EXECUTOR, address(0))));
        throughTimelock(address(timelock), abi.encodeCall(IAccessControl.grantRole, (ADMIN, address(timelock))));
        assertTrue(timelock.hasRole(EXECUTOR, address(0)));
        assertTrue(timelock.hasRole(ADMIN, address(timelock)));
    }

    /// @dev A role ends by an announced change alone.
    function test_revokeRole_endsARoleAfterItsNotice() public {
        throughTimelock(address(timelock), abi.encodeCall(IAccessControl.revokeRole, (CANCELLER, guardian)));
        assertFalse(timelock.hasRole(CANCELLER, guardian));
    }

    /// @dev Each announcement cost a thief 31,000 gas, and the guardian a signature: of thousands one was
    /// left to execute.
    function test_attack_aFloodOfAnnouncementsIsCancelledByOneCall() public {
        bytes32[] memory ids = _flood(300);
        skip(13 days);
        vm.prank(guardian);
        timelock.cancelMany(ids);
        for (uint256 i = 0; i < ids.length; ++i) {
            assertFalse(timelock.isOperation(ids[i]));
        }
        skip(1 days);
        bytes memory data = abi.encodeCall(IVouchers.setSigner, (bob));
        vm.expectRevert();
        timelock.execute(address(vault), 0, data, 0, 0);
        assertEq(vault.signer(), signer);
    }

    /// @dev The thief cancels one of its own first, so that the guardian's call fails.
    function test_attack_cancelManyCannotBeMadeToFailByWhoCancelsFirst() public {
        bytes32[] memory ids = _flood(3);
        vm.prank(proposer);
        timelock.cancel(ids[1]);
        vm.prank(guardian);
        timelock.cancelMany(ids);
        assertFalse(timelock.isOperation(ids[0]));
        assertFalse(timelock.isOperation(ids[2]));
        vm.prank(guardian);
        timelock.cancelMany(ids); // none of them is left
    }

    function test_cancelMany_leavesOutWhatWasExecutedOrHasExpired() public {
        bytes32[] memory ids = _flood(2);
        skip(14 days);
        timelock.execute(address(vault), 0, abi.encodeCall(IVouchers.setSigner, (bob)), 0, 0);
        skip(14 days + 1);
        vm.prank(guardian);
        timelock.cancelMany(ids);
        assertTrue(timelock.isOperationDone(ids[0]));
        assertEq(timelock.getTimestamp(ids[1]), block.timestamp - 14 days - 1); // expired, and not touched
    }

    function test_cancelMany_isTheCancellersAloneAndNeverOfTheirOwnReplacement() public {
        bytes32[] memory ids = _flood(2);
        vm.prank(pauser);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, pauser, CANCELLER)
        );
        timelock.cancelMany(ids);
        bytes memory data = abi.encodeCall(IAccessControl.revokeRole, (CANCELLER, guardian));
        vm.prank(proposer);
        timelock.schedule(address(timelock), 0, data, 0, 0, 14 days);
        ids[1] = timelock.hashOperation(address(timelock), 0, data, 0, 0);
        vm.prank(guardian);
        vm.expectRevert(abi.encodeWithSelector(AdminTimelock.OwnReplacement.selector, ids[1]));
        timelock.cancelMany(ids);
        assertTrue(timelock.isOperation(ids[0]));
        vm.prank(proposer);
        timelock.cancelMany(ids);
        assertFalse(timelock.isOperation(ids[1]));
    }
}
