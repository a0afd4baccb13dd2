// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {TimelockHandler} from "./TimelockHandler.sol";

/// @notice Properties of the time-lock, whatever proposer, guardian and strangers call; that each call passes
/// exactly when it may, the handler asserts itself.
contract TimelockInvariantsTest is Test {
    bytes32 internal constant PROPOSER = keccak256("PROPOSER_ROLE");
    bytes32 internal constant CANCELLER = keccak256("CANCELLER_ROLE");
    bytes32 internal constant EXECUTOR = keccak256("EXECUTOR_ROLE");

    TimelockHandler internal handler;

    function setUp() public {
        handler = new TimelockHandler();
        bytes4[] memory selectors = new bytes4[](8);
        (selectors[0], selectors[1], selectors[2]) =
        (TimelockHandler.announce.selector, TimelockHandler.announce.selector, TimelockHandler.execute.selector);
        (selectors[3], selectors[4], selectors[5]) =
        (TimelockHandler.execute.selector, TimelockHandler.cancel.selector, TimelockHandler.cancelMany.selector);
        (selectors[6], selectors[7]) =
        (TimelockHandler.callDirectly.selector, TimelockHandler.cancelOwnReplacement.selector);
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_whatWasExecutedWasAnnounced14DaysBeforeAndNotTooLongAgo();
        invariant_rolesDelayAndSettingsAreThoseOfExecutedChanges();
        invariant_eachChangeWaitsIsReadyExpiresOrIsDoneAsItsDatesSay();
        invariant_thereIsAlwaysAProposer();
    }

    function invariant_whatWasExecutedWasAnnounced14DaysBeforeAndNotTooLongAgo() public view {
        for (uint256 i = 0; i < handler.changeCount(); ++i) {
            TimelockHandler.Change memory one = handler.changeAt(i);
            if (one.executedAt == 0) continue;
            assertGe(one.executedAt, one.announcedAt + 14 days);
            assertLe(one.executedAt, one.announcedAt + 60 days + 14 days);
        }
    }

    function invariant_rolesDelayAndSettingsAreThoseOfExecutedChanges() public view {
        for (uint256 i = 0; i < 5; ++i) {
            address account = handler.actors(i);
            assertEq(handler.timelock().hasRole(PROPOSER, account), handler.hasRole(PROPOSER, account));
            assertEq(handler.timelock().hasRole(CANCELLER, account), handler.hasRole(CANCELLER, account));
            assertFalse(handler.timelock().hasRole(0, account));
            assertFalse(handler.timelock().hasRole(EXECUTOR, account));
        }
        assertTrue(handler.timelock().hasRole(EXECUTOR, address(0)));
        assertEq(handler.timelock().getMinDelay(), handler.minDelay());
        assertGe(handler.minDelay(), 14 days);
        assertLe(handler.minDelay(), 60 days);
        assertEq(handler.registry().attester(), handler.attester());
    }

    function invariant_eachChangeWaitsIsReadyExpiresOrIsDoneAsItsDatesSay() public view {
        for (uint256 i = 0; i < handler.changeCount(); ++i) {
            TimelockHandler.Change memory one = handler.changeAt(i);
            assertEq(uint256(handler.timelock().getOperationState(one.id)), uint256(handler.stateOf(i)));
        }
    }

    /// @dev Never without one who can announce a repair.
    function invariant_thereIsAlwaysAProposer() public view {
        bool any;
        for (uint256 i = 0; i < 5; ++i) {
            any = any || handler.timelock().hasRole(PROPOSER, handler.actors(i));
        }
        assertTrue(any);
    }
}
