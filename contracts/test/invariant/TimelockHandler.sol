// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";
import {IAccessControl} from "@openzeppelin/contracts/access/IAccessControl.sol";
import {TimelockController} from "@openzeppelin/contracts/governance/TimelockController.sol";

import {AdminTimelock} from "../../src/AdminTimelock.sol";
import {ResultRegistry} from "../../src/ResultRegistry.sol";
import {IResultRegistry} from "../../src/interfaces/IResultRegistry.sol";

/// @notice The time-lock under five callers, any of whom announces, cancels, executes and gives up roles,
/// well or with hostile intent, while days pass and roles change hands. Each call is held against a record of
/// its own, worked out from the requirement's words: whether it may pass, and what it changed.
contract TimelockHandler is Test {
    uint256 internal constant ACTORS = 5;
    bytes32 internal constant PROPOSER = keccak256("PROPOSER_ROLE");
    bytes32 internal constant CANCELLER = keccak256("CANCELLER_ROLE");
    uint256 internal constant NEVER = type(uint256).max;

    enum Kind {
        Setting,
        Delay,
        Grant,
        Revoke,
        Replace,
        ReplaceAndMore
    }
    enum State {
        Waiting,
        Cancelled,
        Executed
    }

    struct Change {
        Kind kind;
        State state;
        bytes32 role;
        address account; // loses the role, gets it, or is the new attester
        address heir;
        uint256 delay; // the new one
        uint256 after_; // index of the change that must be executed before, or NEVER
        uint256 announcedAt;
        uint256 readyAt;
        uint256 executedAt;
        bytes32 id;
    }

    AdminTimelock public immutable timelock;
    ResultRegistry public immutable registry;
    address[ACTORS] public actors;
    Change[] internal changes;

    mapping(bytes32 role => mapping(address account => bool)) public hasRole;
    uint256 public minDelay = 14 days;
    address public attester = makeAddr("attester");
    uint256 public accepted;
    uint256 public refused;
    uint256 public executed;
    uint256 public cancelled;

    modifier step(uint256 gap) {
        skip(gap % 5 == 0 ? gap % 20 days : gap % 2 days);
        _;
    }

    constructor() {
        vm.warp(1_795_000_000);
        string[ACTORS] memory names = ["proposer", "guardian", "stranger", "heir", "second heir"];
        for (uint256 i = 0; i < ACTORS; ++i) {
            actors[i] = makeAddr(names[i]);
        }
        timelock = new AdminTimelock(actors[0], actors[1]);
        registry = new ResultRegistry(address(timelock), attester);
        hasRole[PROPOSER][actors[0]] = hasRole[CANCELLER][actors[0]] = hasRole[CANCELLER][actors[1]] = true;
    }

    /// @dev Mostly by who may, at a delay about the bounds; now and then the same change as before.
    function announce(uint256 gap, uint256 who, uint256 kind, uint256 seed, uint256 delay) external step(gap) {
        address caller = who % 4 == 0 ? actors[(who >> 8) % ACTORS] : _holder(PROPOSER, who >> 8);
        delay = delay % 3 == 0 ? bound(delay, 0, 70 days) : bound(delay, minDelay, 60 days);
        uint256 index = changes.length;
        if (seed % 5 == 0 && index != 0) {
            index = (seed >> 8) % index;
        } else {
            _draft(Kind(kind % 6), seed >> 8);
        }
        Change storage one = changes[index];
        bool mayPass = hasRole[PROPOSER][caller] && delay >= minDelay && delay <= 60 days && !_isKnown(one);
        (address[] memory targets, uint256[] memory values, bytes[] memory payloads) = _callsOf(one);
        bytes memory data = targets.length == 1
            ? abi.encodeCall(
                TimelockController.schedule, (targets[0], 0, payloads[0], _predecessorOf(one), _saltOf(index), delay)
            )
            : abi.encodeCall(
                TimelockController.scheduleBatch,
                (targets, values, payloads, _predecessorOf(one), _saltOf(index), delay)
            );
        one.id = _idOf(index);
        assertEq(_call(caller, data), mayPass, "announced exactly when it may be");
        if (!mayPass) return;
        one.state = State.Waiting;
        (one.announcedAt, one.readyAt) = (block.timestamp, block.timestamp + delay);
    }

    /// @dev Any canceller may, but for who would lose its roles by it.
    function cancel(uint256 gap, uint256 who, uint256 seed) external step(gap) {
        if (changes.length == 0) return;
        address caller = who % 3 == 0 ? actors[(who >> 8) % ACTORS] : _holder(CANCELLER, who >> 8);
        Change storage one = changes[seed % changes.length];
        bool mayPass = hasRole[CANCELLER][caller] && _isPending(one) && !_replaces(one, caller);
        assertEq(
            _call(caller, abi.encodeCall(TimelockController.cancel, (one.id))),
            mayPass,
            "cancelled exactly when it may be"
        );
        if (mayPass) _cancelled(one);
    }

    /// @dev An account tries to cancel its own replacement, waiting or ready, up to the last second.
    function cancelOwnReplacement(uint256 gap, uint256 seed) external step(gap) {
        for (uint256 i = 0; i < changes.length; ++i) {
            Change storage one = changes[(seed % changes.length + i) % changes.length];
            if (!_isPending(one) || !_replaces(one, one.account)) continue;
            uint256[4] memory times =
                [block.timestamp, one.readyAt, one.readyAt + seed % 14 days, one.readyAt + 14 days];
            if (times[(seed >> 64) % 4] > block.timestamp) vm.warp(times[(seed >> 64) % 4]);
            bytes32[] memory ids = new bytes32[](1);
            ids[0] = one.id;
            bytes memory data = (seed >> 72) % 2 == 0
                ? abi.encodeCall(TimelockController.cancel, (one.id))
                : abi.encodeCall(AdminTimelock.cancelMany, (ids));
            assertFalse(_call(one.account, data), "cancelled its own replacement");
            return;
        }
    }

    /// @dev Three at once; what is not pending is left out, its own replacement stops all of it.
    function cancelMany(uint256 gap, uint256 who, uint256 seed) external step(gap) {
        if (changes.length == 0 || seed % 3 != 0) return;
        address caller = who % 3 == 0 ? actors[(who >> 8) % ACTORS] : _holder(CANCELLER, who >> 8);
        bytes32[] memory ids = new bytes32[](3);
        bool mayPass = true;
        for (uint256 i = 0; i < 3; ++i) {
            Change storage one = changes[(seed >> (8 * i + 8)) % changes.length];
            ids[i] = one.id;
            if (_isPending(one) && (!hasRole[CANCELLER][caller] || _replaces(one, caller))) mayPass = false;
        }
        assertEq(
            _call(caller, abi.encodeCall(AdminTimelock.cancelMany, (ids))), mayPass, "cancels many exactly when it may"
        );
        for (uint256 i = 0; mayPass && i < 3; ++i) {
            Change storage one = changes[(seed >> (8 * i + 8)) % changes.length];
            if (_isPending(one)) _cancelled(one);
        }
    }

    /// @dev By anyone, mostly of what is pending: any time, once it is ready, or at the first or the last
    /// second at which it may, or one off.
    function execute(uint256 gap, uint256 who, uint256 seed) external step(gap) {
        if (changes.length == 0) return;
        uint256 index = seed % changes.length;
        for (uint256 i = 0; i < changes.length && seed % 8 != 0 && !_isPending(changes[index]); ++i) {
            index = (index + 1) % changes.length;
        }
        Change storage one = changes[index];
        uint256[6] memory times = [
            block.timestamp,
            one.readyAt + seed % 14 days,
            one.readyAt,
            one.readyAt + 14 days,
            one.readyAt - (one.readyAt == 0 ? 0 : 1),
            one.readyAt + 14 days + 1
        ];
        uint256 at = times[(seed >> 64) % 6];
        if (_isPending(one) && at > block.timestamp) vm.warp(at);
        bool mayPass = _isPending(one) && block.timestamp >= one.readyAt
            && (one.after_ == NEVER || changes[one.after_].state == State.Executed)
            && (one.kind != Kind.Delay || (one.delay >= 14 days && one.delay <= 60 days));
        (address[] memory targets, uint256[] memory values, bytes[] memory payloads) = _callsOf(one);
        bytes memory data = targets.length == 1
            ? abi.encodeCall(
                TimelockController.execute, (targets[0], 0, payloads[0], _predecessorOf(one), _saltOf(index))
            )
            : abi.encodeCall(
                TimelockController.executeBatch, (targets, values, payloads, _predecessorOf(one), _saltOf(index))
            );
        assertEq(_call(actors[who % ACTORS], data), mayPass, "executed exactly when it may be");
        if (mayPass) _executed(one);
    }

    /// @dev Tries calls that are reserved to the time-lock, and calls that no account may make.
    function callDirectly(uint256 gap, uint256 who, uint256 kind, uint256 seed) external step(gap) {
        address caller = actors[who % ACTORS];
        bytes32 role = [bytes32(0), PROPOSER, CANCELLER, keccak256("EXECUTOR_ROLE")][seed % 4];
        bytes[5] memory calls = [
            abi.encodeCall(IAccessControl.renounceRole, (role, caller)),
            abi.encodeCall(IAccessControl.grantRole, (role, caller)),
            abi.encodeCall(IAccessControl.revokeRole, (role, actors[(seed >> 8) % ACTORS])),
            abi.encodeCall(TimelockController.updateDelay, (14 days)),
            abi.encodeCall(IResultRegistry.setAttester, (caller))
        ];
        kind = kind % 5;
        vm.prank(caller);
        (bool ok,) = (kind == 4 ? address(registry) : address(timelock)).call(calls[kind]);
        assertFalse(ok, "called directly");
    }

    function changeCount() external view returns (uint256) {
        return changes.length;
    }

    function changeAt(uint256 index) external view returns (Change memory) {
        return changes[index];
    }

    /// @dev By the record: unset, waiting, ready, done, as OpenZeppelin numbers them.
    function stateOf(uint256 index) external view returns (TimelockController.OperationState) {
        Change storage one = changes[index];
        if (one.announcedAt == 0) return TimelockController.OperationState.Unset;
        if (one.state == State.Executed) return TimelockController.OperationState.Done;
        if (!_isPending(one)) return TimelockController.OperationState.Unset;
        return block.timestamp < one.readyAt
            ? TimelockController.OperationState.Waiting
            : TimelockController.OperationState.Ready;
    }

    /// @dev A proposer that loses its role has an heir, so that the run goes on.
    function _draft(Kind kind, uint256 seed) private {
        Change memory one;
        one.kind = kind;
        one.role = seed % 2 == 0 ? PROPOSER : CANCELLER;
        one.after_ = seed % 7 == 0 && changes.length != 0 ? (seed >> 8) % changes.length : NEVER;
        one.account = actors[(seed >> 16) % ACTORS];
        one.heir = actors[((seed >> 16) % ACTORS + 1 + (seed >> 24) % (ACTORS - 1)) % ACTORS];
        if (kind == Kind.Setting) one.account = makeAddr(vm.toString(changes.length));
        if (kind == Kind.Delay) one.delay = seed % 3 == 0 ? bound(seed >> 32, 0, 90 days) : 14 days + seed % 46 days;
        if (kind == Kind.Revoke) one.role = CANCELLER;
        changes.push(one);
    }

    function _callsOf(Change storage one)
        private
        view
        returns (address[] memory targets, uint256[] memory values, bytes[] memory payloads)
    {
        uint256 count = one.kind == Kind.ReplaceAndMore ? 3 : one.kind == Kind.Replace ? 2 : 1;
        (targets, values, payloads) = (new address[](count), new uint256[](count), new bytes[](count));
        targets[0] = one.kind == Kind.Setting ? address(registry) : address(timelock);
        if (one.kind == Kind.Setting) payloads[0] = abi.encodeCall(IResultRegistry.setAttester, (one.account));
        if (one.kind == Kind.Delay) payloads[0] = abi.encodeCall(TimelockController.updateDelay, (one.delay));
        if (one.kind == Kind.Grant) payloads[0] = abi.encodeCall(IAccessControl.grantRole, (one.role, one.account));
        if (uint256(one.kind) < uint256(Kind.Revoke)) return (targets, values, payloads);
        payloads[0] = abi.encodeCall(IAccessControl.revokeRole, (one.role, one.account));
        if (count == 1) return (targets, values, payloads);
        (targets[1], payloads[1]) = (address(timelock), abi.encodeCall(IAccessControl.grantRole, (one.role, one.heir)));
        if (count == 2) return (targets, values, payloads);
        // Something else goes with it, so that both may cancel it.
        (targets[2], payloads[2]) = (address(timelock), abi.encodeCall(TimelockController.updateDelay, (14 days)));
    }

    function _idOf(uint256 index) private view returns (bytes32) {
        Change storage one = changes[index];
        (address[] memory targets, uint256[] memory values, bytes[] memory payloads) = _callsOf(one);
        if (targets.length > 1) {
            return timelock.hashOperationBatch(targets, values, payloads, _predecessorOf(one), _saltOf(index));
        }
        return timelock.hashOperation(targets[0], 0, payloads[0], _predecessorOf(one), _saltOf(index));
    }

    function _predecessorOf(Change storage one) private view returns (bytes32) {
        return one.after_ == NEVER ? bytes32(0) : changes[one.after_].id;
    }

    function _saltOf(uint256 index) private pure returns (bytes32) {
        return bytes32(index);
    }

    function _isPending(Change storage one) private view returns (bool) {
        return one.announcedAt != 0 && one.state == State.Waiting && block.timestamp <= one.readyAt + 14 days;
    }

    /// @dev Pending, or executed once: it cannot be announced.
    function _isKnown(Change storage one) private view returns (bool) {
        return one.announcedAt != 0 && (one.state == State.Executed || _isPending(one));
    }

    /// @dev Whether it does nothing but take roles from `account`, and give them to another.
    function _replaces(Change storage one, address account) private view returns (bool) {
        return (one.kind == Kind.Revoke || one.kind == Kind.Replace) && one.account == account;
    }

    function _cancelled(Change storage one) private {
        one.state = State.Cancelled;
        ++cancelled;
    }

    function _executed(Change storage one) private {
        one.state = State.Executed;
        one.executedAt = block.timestamp;
        ++executed;
        if (one.kind == Kind.Setting) attester = one.account;
        if (one.kind == Kind.Delay) minDelay = one.delay;
        if (one.kind == Kind.Grant) hasRole[one.role][one.account] = true;
        if (uint256(one.kind) < uint256(Kind.Revoke)) return;
        hasRole[one.role][one.account] = false;
        if (one.kind == Kind.Revoke) return;
        hasRole[one.role][one.heir] = true;
        if (one.kind == Kind.ReplaceAndMore) minDelay = 14 days;
    }

    function _holder(bytes32 role, uint256 seed) private view returns (address) {
        for (uint256 i = 0; i < ACTORS; ++i) {
            address account = actors[(seed + i) % ACTORS];
            if (hasRole[role][account]) return account;
        }
        return actors[seed % ACTORS];
    }

    function _call(address caller, bytes memory data) private returns (bool ok) {
        vm.prank(caller);
        (ok,) = address(timelock).call(data);
        ok ? ++accepted : ++refused;
    }
}
