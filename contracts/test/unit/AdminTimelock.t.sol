// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Vm} from "forge-std/Vm.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

import {AdminTimelock} from "../../src/AdminTimelock.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "../support/Fixture.sol";

contract AdminTimelockTest is Fixture {
    bytes32 internal constant PROPOSER = keccak256("PROPOSER_ROLE");
    bytes32 internal constant CANCELLER = keccak256("CANCELLER_ROLE");

    /// @dev Announces a burn rate of nothing, `delay` seconds ahead.
    function _announce(uint256 delay) internal returns (bytes32 id, bytes memory data) {
        data = abi.encodeCall(vault.setBurnBps, (0));
        vm.prank(proposer);
        timelock.schedule(address(vault), 0, data, 0, 0, delay);
        id = timelock.hashOperation(address(vault), 0, data, 0, 0);
    }

    /// @dev Announces that `account` loses `roles`, and `heir` gets them.
    function _announceReplacement(address account, address heir, bytes32[] memory roles)
        internal
        returns (bytes32 id, address[] memory targets, uint256[] memory values, bytes[] memory payloads)
    {
        uint256 count = 2 * roles.length;
        (targets, values, payloads) = (new address[](count), new uint256[](count), new bytes[](count));
        for (uint256 i = 0; i < count; i += 2) {
            targets[i] = targets[i + 1] = address(timelock);
            payloads[i] = abi.encodeCall(IAccessControl.revokeRole, (roles[i / 2], account));
            payloads[i + 1] = abi.encodeCall(IAccessControl.grantRole, (roles[i / 2], heir));
        }
        vm.prank(proposer);
        timelock.scheduleBatch(targets, values, payloads, 0, 0, 14 days);
        id = timelock.hashOperationBatch(targets, values, payloads, 0, 0);
    }

    function _cancels(address canceller, bytes32 id) internal {
        vm.prank(canceller);
        timelock.cancel(id);
        assertFalse(timelock.isOperation(id));
    }

    function _cannotCancel(address canceller, bytes32 id) internal {
        vm.prank(canceller);
        vm.expectRevert(abi.encodeWithSelector(AdminTimelock.OwnReplacement.selector, id));
        timelock.cancel(id);
        bytes32[] memory ids = new bytes32[](1);
        ids[0] = id;
        vm.prank(canceller);
        vm.expectRevert(abi.encodeWithSelector(AdminTimelock.OwnReplacement.selector, id));
        timelock.cancelMany(ids);
    }

    function test_adminTimelock_waits14DaysAndThenAnyoneMayExecute() public {
        (, bytes memory data) = _announce(14 days);
        skip(14 days - 1);
        vm.expectPartialRevert(TimelockController.TimelockUnexpectedOperationState.selector);
        timelock.execute(address(vault), 0, data, 0, 0);
        skip(1);
        vm.prank(bob);
        timelock.execute(address(vault), 0, data, 0, 0);
        assertEq(vault.burnBps(), 0);
    }

    function test_adminTimelock_neverWaitsLessThan14DaysNorMoreThan60() public {
        uint256[3] memory delays = [uint256(0), 14 days - 1, 60 days + 1];
        for (uint256 i = 0; i < 3; ++i) {
            bytes memory data = abi.encodeCall(TimelockController.updateDelay, (delays[i]));
            vm.prank(proposer);
            timelock.schedule(address(timelock), 0, data, 0, 0, 14 days);
            skip(14 days);
            vm.expectRevert(abi.encodeWithSelector(AdminTimelock.DelayOutOfBounds.selector, delays[i]));
            timelock.execute(address(timelock), 0, data, 0, 0);
            vm.prank(proposer);
            vm.expectRevert(abi.encodeWithSelector(AdminTimelock.DelayOutOfBounds.selector, delays[i]));
            timelock.schedule(address(vault), 0, "", 0, 0, delays[i]);
        }
        throughTimelock(address(timelock), abi.encodeCall(TimelockController.updateDelay, (30 days)));
        assertEq(timelock.getMinDelay(), 30 days);
        vm.prank(proposer);
        vm.expectRevert(
            abi.encodeWithSelector(
                TimelockController.TimelockInsufficientDelay.selector, uint256(14 days), uint256(30 days)
            )
        );
        timelock.schedule(address(vault), 0, "", 0, 0, 14 days);
    }

    function test_adminTimelock_takesProposalsFromTheProposerAlone() public {
        address[3] memory others = [guardian, pauser, address(this)];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(
                abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, others[i], PROPOSER)
            );
            vm.prank(others[i]);
            timelock.schedule(address(vault), 0, "", 0, 0, 14 days);
        }
        assertTrue(timelock.hasRole(PROPOSER, proposer));
        assertFalse(timelock.hasRole(0, address(this)));
        assertFalse(timelock.hasRole(0, proposer));
        assertFalse(timelock.hasRole(0, guardian));
    }

    function test_adminTimelock_proposerAndGuardianMayEachCancelAndNoOneElse() public {
        (bytes32 id,) = _announce(14 days);
        vm.prank(pauser);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, pauser, CANCELLER)
        );
        timelock.cancel(id);
        _cancels(guardian, id);
        (id,) = _announce(14 days);
        _cancels(proposer, id);
    }

    function test_adminTimelock_refusesAMissingOrSharedRole() public {
        address[2][3] memory pairs = [[address(0), guardian], [proposer, address(0)], [proposer, proposer]];
        for (uint256 i = 0; i < 3; ++i) {
            vm.expectRevert(AdminTimelock.RolesNotDistinct.selector);
            new AdminTimelock(pairs[i][0], pairs[i][1]);
        }
    }

    /// @dev The audit's M-5: a change that had not been executed could be executed at once, five years later.
    function test_attack_aReadyChangeExpiresAfter14DaysAndMustBeAnnouncedAgain() public {
        (bytes32 id, bytes memory data) = _announce(14 days);
        skip(28 days);
        assertTrue(timelock.isOperationReady(id)); // the last second
        skip(1);
        assertFalse(timelock.isOperation(id));
        vm.expectPartialRevert(TimelockController.TimelockUnexpectedOperationState.selector);
        timelock.execute(address(vault), 0, data, 0, 0);
        vm.prank(guardian);
        vm.expectPartialRevert(TimelockController.TimelockUnexpectedOperationState.selector);
        timelock.cancel(id);

        _announce(14 days);
        vm.expectPartialRevert(TimelockController.TimelockUnexpectedOperationState.selector);
        timelock.execute(address(vault), 0, data, 0, 0);
        skip(14 days);
        timelock.execute(address(vault), 0, data, 0, 0);
        assertEq(vault.burnBps(), 0);
        skip(365 days);
        assertTrue(timelock.isOperationDone(id)); // what was executed stays so
    }

    /// @dev The audit's M-5: a delay without an upper bound ended all governance, so that no signer could be
    /// set again.
    function test_attack_noDelayKeepsASignerFromBeingSetAgain() public {
        bytes memory data = abi.encodeCall(TimelockController.updateDelay, (type(uint256).max));
        vm.prank(proposer);
        timelock.schedule(address(timelock), 0, data, 0, 0, 14 days);
        skip(14 days);
        vm.expectRevert(abi.encodeWithSelector(AdminTimelock.DelayOutOfBounds.selector, type(uint256).max));
        timelock.execute(address(timelock), 0, data, 0, 0);
        revokeAll(vault);
        throughTimelock(address(vault), abi.encodeCall(IVouchers.setSigner, (signer)));
        assertEq(vault.signer(), signer);
    }

    /// @dev The audit's M-5: a thief of the proposer's key could cancel every repair, without end.
    function test_attack_aStolenProposerCannotCancelItsReplacement() public {
        (bytes32 attack,) = _announce(14 days);
        _cancels(guardian, attack);

        address heir = makeAddr("new proposer");
        bytes32[] memory roles = new bytes32[](2);
        (roles[0], roles[1]) = (PROPOSER, CANCELLER);
        (bytes32 id, address[] memory targets, uint256[] memory values, bytes[] memory payloads) =
            _announceReplacement(proposer, heir, roles);
        assertEq(timelock.replacedAccount(id), proposer);
        _cannotCancel(proposer, id);
        skip(14 days);
        timelock.executeBatch(targets, values, payloads, 0, 0);
        assertFalse(timelock.hasRole(PROPOSER, proposer));
        assertFalse(timelock.hasRole(CANCELLER, proposer));
        assertTrue(timelock.hasRole(PROPOSER, heir));
    }

    function test_attack_aThiefsReplacementOfTheProposerIsCancelledByTheGuardian() public {
        bytes32[] memory roles = new bytes32[](1);
        roles[0] = PROPOSER;
        (bytes32 id,,,) = _announceReplacement(proposer, makeAddr("thief"), roles);
        _cancels(guardian, id);
    }

    function test_attack_aStolenGuardianCannotCancelItsReplacement() public {
        bytes32[] memory roles = new bytes32[](1);
        roles[0] = CANCELLER;
        (bytes32 id,,,) = _announceReplacement(guardian, makeAddr("new guardian"), roles);
        _cannotCancel(guardian, id);
        _cancels(proposer, id);

        bytes memory data = abi.encodeCall(IAccessControl.revokeRole, (CANCELLER, guardian));
        vm.prank(proposer);
        timelock.schedule(address(timelock), 0, data, 0, 0, 14 days);
        id = timelock.hashOperation(address(timelock), 0, data, 0, 0);
        assertEq(timelock.replacedAccount(id), guardian);
        _cannotCancel(guardian, id);
        skip(14 days);
        _cannotCancel(guardian, id); // nor once it is ready
        skip(14 days);
        _cannotCancel(guardian, id); // up to the last second
        timelock.execute(address(timelock), 0, data, 0, 0);
        assertFalse(timelock.hasRole(CANCELLER, guardian));
    }

    function test_attack_aReplacementWithAnythingElseInItCanBeCancelledByBoth() public {
        address[] memory targets = new address[](2);
        uint256[] memory values = new uint256[](2);
        bytes[] memory payloads = new bytes[](2);
        (targets[0], targets[1]) = (address(timelock), address(vault));
        payloads[0] = abi.encodeCall(IAccessControl.revokeRole, (CANCELLER, guardian));
        bytes[3] memory others = [
            abi.encodeCall(IVouchers.setSigner, (makeAddr("thief"))),
            abi.encodeCall(IAccessControl.revokeRole, (PROPOSER, proposer)), // of another contract, if it had roles
            abi.encodePacked(abi.encodeCall(IAccessControl.grantRole, (PROPOSER, bob)), uint8(0))
        ];
        for (uint256 i = 0; i < 4; ++i) {
            payloads[1] = i < 3 ? others[i] : abi.encodeCall(IAccessControl.revokeRole, (PROPOSER, proposer));
            if (i >= 2) targets[1] = address(timelock);
            vm.prank(proposer);
            timelock.scheduleBatch(targets, values, payloads, 0, bytes32(i), 14 days);
            bytes32 id = timelock.hashOperationBatch(targets, values, payloads, 0, bytes32(i));
            assertEq(timelock.replacedAccount(id), address(0));
            _cancels(i % 2 == 0 ? guardian : proposer, id);
        }
    }

    /// @dev No one else holds any role: no deployer, no second proposer, and the zero address as executor
    /// means everyone.
    function test_constructor_grantsTheseRolesAndNoOthers() public {
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.recordLogs();
        new AdminTimelock(proposer, guardian);
        bytes32 executor = keccak256("EXECUTOR_ROLE");
        bytes32[2][5] memory expected = [
            [bytes32(0), _word(at)],
            [PROPOSER, _word(proposer)],
            [CANCELLER, _word(proposer)],
            [executor, bytes32(0)],
            [CANCELLER, _word(guardian)]
        ];
        uint256 granted;
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != IAccessControl.RoleGranted.selector) continue;
            assertEq(logs[i].topics[1], expected[granted][0]);
            assertEq(logs[i].topics[2], expected[granted][1]);
            ++granted;
        }
        assertEq(granted, 5);
    }

    function _word(address account) private pure returns (bytes32) {
        return bytes32(uint256(uint160(account)));
    }

    function test_schedule_takesTheLongestDelay() public {
        (bytes32 id, bytes memory data) = _announce(60 days);
        skip(60 days - 1);
        assertFalse(timelock.isOperationReady(id));
        skip(1);
        timelock.execute(address(vault), 0, data, 0, 0);
        assertEq(vault.burnBps(), 0);
    }

    /// @dev Predecessor and salt each have their place, in the operation and in what is kept of it.
    function test_schedule_tellsPredecessorAndSaltApart() public {
        (bytes32 first,) = _announce(14 days);
        bytes32 salt = keccak256("salt");
        bytes memory data = abi.encodeCall(IAccessControl.revokeRole, (CANCELLER, guardian));
        vm.prank(proposer);
        timelock.schedule(address(timelock), 0, data, first, salt, 14 days);
        bytes32 id = timelock.hashOperation(address(timelock), 0, data, first, salt);
        assertTrue(timelock.isOperationPending(id));
        assertEq(timelock.replacedAccount(id), guardian);

        (address[] memory targets, uint256[] memory values, bytes[] memory payloads) =
            (new address[](1), new uint256[](1), new bytes[](1));
        (targets[0], payloads[0]) = (address(timelock), data);
        vm.prank(proposer);
        timelock.scheduleBatch(targets, values, payloads, first, salt, 14 days);
        id = timelock.hashOperationBatch(targets, values, payloads, first, salt);
        assertTrue(timelock.isOperationPending(id));
        assertEq(timelock.replacedAccount(id), guardian);
        vm.prank(proposer);
        vm.expectRevert(abi.encodeWithSelector(AdminTimelock.DelayOutOfBounds.selector, 61 days));
        timelock.scheduleBatch(targets, values, payloads, 0, 0, 61 days);
    }

    /// @dev Only `revokeRole` and `grantRole` of the time-lock itself are changes of its roles, wherever they
    /// are.
    function test_replacedAccount_isNoneForAnythingElse() public {
        bytes memory revoke = abi.encodeCall(IAccessControl.revokeRole, (CANCELLER, guardian));
        assertEq(_replacedBy(address(vault), revoke), address(0)); // of another contract
        assertEq(_replacedBy(address(timelock), ""), address(0));
        assertEq(_replacedBy(address(timelock), abi.encodePacked(revoke, uint8(0))), address(0));
        assertEq(
            _replacedBy(address(timelock), abi.encodeCall(IAccessControl.renounceRole, (CANCELLER, guardian))),
            address(0)
        );
        assertEq(
            _replacedBy(address(timelock), abi.encodeCall(IAccessControl.grantRole, (CANCELLER, guardian))), address(0)
        );
        assertEq(_replacedBy(address(timelock), revoke), guardian);

        bytes memory setSigner = abi.encodeCall(IVouchers.setSigner, (alice));
        assertEq(_replacedByBoth(address(vault), setSigner, address(timelock), revoke), address(0));
        assertEq(_replacedByBoth(address(timelock), revoke, address(vault), setSigner), address(0));
        assertEq(_replacedByBoth(address(timelock), revoke, address(vault), revoke), address(0));
        assertEq(_replacedByBoth(address(vault), revoke, address(timelock), revoke), address(0));
        assertEq(
            _replacedByBoth(
                address(timelock), revoke, address(timelock), abi.encodeCall(IAccessControl.grantRole, (CANCELLER, bob))
            ),
            guardian
        );
        assertEq(
            _replacedByBoth(
                address(timelock),
                revoke,
                address(timelock),
                abi.encodeCall(IAccessControl.renounceRole, (CANCELLER, bob))
            ),
            address(0)
        );
    }

    function _replacedBy(address target, bytes memory data) private returns (address) {
        vm.prank(proposer);
        timelock.schedule(target, 0, data, 0, 0, 14 days);
        return timelock.replacedAccount(timelock.hashOperation(target, 0, data, 0, 0));
    }

    function _replacedByBoth(address first, bytes memory firstData, address second, bytes memory secondData)
        private
        returns (address)
    {
        (address[] memory targets, uint256[] memory values, bytes[] memory payloads) =
            (new address[](2), new uint256[](2), new bytes[](2));
        (targets[0], payloads[0], targets[1], payloads[1]) = (first, firstData, second, secondData);
        vm.prank(proposer);
        timelock.scheduleBatch(targets, values, payloads, 0, 0, 14 days);
        return timelock.replacedAccount(timelock.hashOperationBatch(targets, values, payloads, 0, 0));
    }
}
