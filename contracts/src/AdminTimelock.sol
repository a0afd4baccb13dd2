// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

/// @title AdminTimelock: the only admin there is
/// @notice Every change of a setting is announced on chain and waits 14 days; in the 14 days after that
/// anyone may execute it, then it has expired and must be announced again. The proposer alone announces;
/// proposer and guardian may each cancel. The delay can be made longer through the time-lock itself, at most
/// 60 days, and never shorter than 14.
/// @dev A key cannot cancel its own replacement: an operation that does nothing but change roles here, and
/// takes roles away from one account only, can be cancelled by the other canceller alone. So a stolen key, of
/// the proposer or of the guardian, cannot block its own replacement; until then it can cancel every other
/// change. Nor can it leave the time-lock without a proposer or a canceller: a role ends by an announced
/// change alone, never by its holder's own call. And however many changes a stolen key announces, one call
/// cancels them (`cancelMany`). Who administers the roles and who executes never changes: the time-lock
/// itself, and anyone. So no announced change of roles can hand over the power to change them unannounced.
/// @custom:security-contact SECURITY.md, at the root of the repository of these sources
contract AdminTimelock is TimelockController {
    /// @notice Seconds between announcing a change and executing it, at least.
    uint256 public constant DELAY_MIN = 14 days;
    /// @notice Seconds between announcing a change and executing it, at most.
    uint256 public constant DELAY_MAX = 60 days;
    /// @notice Seconds for which a change can be executed once it is ready.
    uint256 public constant EXECUTION_WINDOW = 14 days;

    mapping(bytes32 id => address account) private _replacedAccounts;

    /// @notice A delay is `DELAY_MIN` … `DELAY_MAX` seconds.
    error DelayOutOfBounds(uint256 delay);
    /// @notice Proposer and guardian must be two addresses, neither of them zero.
    error RolesNotDistinct();
    /// @notice Operation `id` takes the caller's own roles away: only another canceller may cancel it.
    error OwnReplacement(bytes32 id);
    /// @notice A role is not given up by a call: announce `revokeRole`, and `grantRole` for a successor.
    error RoleNotRenounceable(bytes32 role);
    /// @notice The time-lock alone administers the roles, and anyone executes: neither is granted or revoked.
    error RoleFixed(bytes32 role);

    /// @param proposer Announces changes, and may cancel them.
    /// @param guardian May cancel changes.
    constructor(address proposer, address guardian)
        TimelockController(DELAY_MIN, _one(proposer), _one(address(0)), address(0))
    {
        if (proposer == address(0) || guardian == address(0) || proposer == guardian) revert RolesNotDistinct();
        _grantRole(CANCELLER_ROLE, guardian);
    }

    /// @inheritdoc TimelockController
    function schedule(
        address target,
        uint256 value,
        bytes calldata data,
        bytes32 predecessor,
        bytes32 salt,
        uint256 delay
    ) public override {
        _requireDelay(delay);
        super.schedule(target, value, data, predecessor, salt, delay);
        (bool changesRoles, address revoked) = _roleChange(target, data);
        if (changesRoles) _replacedAccounts[hashOperation(target, value, data, predecessor, salt)] = revoked;
    }

    /// @inheritdoc TimelockController
    function scheduleBatch(
        address[] calldata targets,
        uint256[] calldata values,
        bytes[] calldata payloads,
        bytes32 predecessor,
        bytes32 salt,
        uint256 delay
    ) public override {
        _requireDelay(delay);
        super.scheduleBatch(targets, values, payloads, predecessor, salt, delay);
        address replaced = _replacedBy(targets, payloads);
        if (replaced != address(0)) {
            _replacedAccounts[hashOperationBatch(targets, values, payloads, predecessor, salt)] = replaced;
        }
    }

    /// @inheritdoc TimelockController
    function cancel(bytes32 id) public override {
        if (_replacedAccounts[id] == msg.sender) revert OwnReplacement(id);
        super.cancel(id);
    }

    /// @notice Cancels each of `ids` that is still pending; leaves out what was executed, cancelled or has
    /// expired, so that no other canceller can make the call fail by cancelling one of them first. Reverts
    /// for the caller's own replacement.
    /// @dev Announcing costs 31,000 gas each: without this a guardian would have to sign once for each of
    /// thousands.
    function cancelMany(bytes32[] calldata ids) external {
        for (uint256 i = 0; i < ids.length; ++i) {
            if (isOperationPending(ids[i])) cancel(ids[i]);
        }
    }

    /// @dev Always reverts with `RoleNotRenounceable`. The holder of the proposer's key could otherwise end all
    /// governance at once, for good: with no proposer left, no signer, cap or proposer can ever be set again.
    function renounceRole(bytes32 role, address) public pure override {
        revert RoleNotRenounceable(role);
    }

    /// @inheritdoc TimelockController
    /// @dev `DELAY_MIN` … `DELAY_MAX`.
    function updateDelay(uint256 newDelay) public override {
        _requireDelay(newDelay);
        super.updateDelay(newDelay);
    }

    /// @inheritdoc TimelockController
    /// @dev An expired operation is `Unset`: it cannot be executed, and may be announced again.
    function getOperationState(bytes32 id) public view override returns (OperationState state) {
        state = super.getOperationState(id);
        if (state == OperationState.Ready && block.timestamp > getTimestamp(id) + EXECUTION_WINDOW) {
            state = OperationState.Unset;
        }
    }

    /// @notice Whose roles operation `id` takes away, if it does nothing but replace that account; else zero.
    /// That account cannot cancel it.
    function replacedAccount(bytes32 id) external view returns (address) {
        return _replacedAccounts[id];
    }

    function _grantRole(bytes32 role, address account) internal override returns (bool) {
        if (role == DEFAULT_ADMIN_ROLE && account != address(this)) revert RoleFixed(role);
        if (role == EXECUTOR_ROLE && account != address(0)) revert RoleFixed(role);
        return super._grantRole(role, account);
    }

    function _revokeRole(bytes32 role, address account) internal override returns (bool) {
        if (role == DEFAULT_ADMIN_ROLE || role == EXECUTOR_ROLE) revert RoleFixed(role);
        return super._revokeRole(role, account);
    }

    function _requireDelay(uint256 delay) private pure {
        if (delay < DELAY_MIN || delay > DELAY_MAX) revert DelayOutOfBounds(delay);
    }

    /// @dev The one account that loses roles in a batch of nothing but changes of roles; zero when it is none
    /// or several.
    function _replacedBy(address[] calldata targets, bytes[] calldata payloads)
        private
        view
        returns (address replaced)
    {
        for (uint256 i = 0; i < targets.length; ++i) {
            (bool changesRoles, address revoked) = _roleChange(targets[i], payloads[i]);
            if (!changesRoles) return address(0);
            if (revoked == address(0)) continue;
            if (replaced != address(0) && replaced != revoked) return address(0);
            replaced = revoked;
        }
    }

    /// @dev Whether a call grants or revokes a role of this contract, and from whom it revokes one (else
    /// zero).
    function _roleChange(address target, bytes calldata data)
        private
        view
        returns (bool changesRoles, address revoked)
    {
        if (target != address(this) || data.length != 68) {
            return (false, address(0));
        }
        bytes4 selector = bytes4(data[:4]);
        if (selector == this.revokeRole.selector) {
            (, revoked) = abi.decode(data[4:], (bytes32, address));
            return (true, revoked);
        }
        return (selector == this.grantRole.selector, address(0));
    }

    function _one(address account) private pure returns (address[] memory list) {
        list = new address[](1);
        list[0] = account;
    }
}
