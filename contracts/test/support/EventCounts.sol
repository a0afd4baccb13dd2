// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";
import {Vm} from "forge-std/Vm.sol";

/// @notice Counts the events that contracts emitted, by emitter and kind, for comparison with the numbers
/// that the contracts keep themselves.
abstract contract EventCounts is Test {
    mapping(address emitter => mapping(bytes32 kind => uint256)) public emitted;

    modifier counted() {
        vm.recordLogs();
        _;
        _countLogs();
    }

    /// @dev Counts what was emitted since `vm.recordLogs`, or since it was last called.
    function _countLogs() internal {
        Vm.Log[] memory logs = vm.getRecordedLogs();
        for (uint256 i = 0; i < logs.length; ++i) {
            ++emitted[logs[i].emitter][logs[i].topics[0]];
        }
    }
}
