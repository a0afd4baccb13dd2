// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {RolesHandler} from "./RolesHandler.sol";

/// @notice Who holds which role, and which pause holds, is as the record says after any sequence of calls;
/// that each call passes exactly when it may, the handler asserts itself.
/// forge-config: default.invariant.runs = 32
contract RolesInvariantsTest is Test {
    RolesHandler internal handler;

    function setUp() public {
        handler = new RolesHandler();
        bytes4[] memory selectors = new bytes4[](9);
        (selectors[0], selectors[1], selectors[2]) =
        (RolesHandler.setSigner.selector, RolesHandler.revokeSigner.selector, RolesHandler.pause.selector);
        (selectors[3], selectors[4], selectors[5]) =
        (RolesHandler.unpause.selector, RolesHandler.setRate.selector, RolesHandler.quote.selector);
        (selectors[6], selectors[7], selectors[8]) =
        (RolesHandler.use.selector, RolesHandler.quote.selector, RolesHandler.use.selector);
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_rolesAndPausesAreThoseOfTheRecord();
        invariant_eachVoucherIsGoodOnce();
    }

    function invariant_rolesAndPausesAreThoseOfTheRecord() public view {
        for (uint256 i = 0; i < 5; ++i) {
            IVouchers subject = handler.subjects(i);
            RolesHandler.Roles memory one = handler.rolesOf(i);
            assertEq(subject.signer(), _holder(one.signer));
            assertEq(subject.standbySigner(), _holder(one.standby));
            assertEq(subject.pauser(), _holder(one.pauser));
            assertEq(subject.pausedUntil(), one.pausedUntil);
            assertEq(subject.paused(), block.timestamp < one.pausedUntil);
            assertEq(subject.pausableFrom(), one.pausableFrom);
        }
    }

    function invariant_eachVoucherIsGoodOnce() public view {
        for (uint256 i = 0; i < 5; ++i) {
            assertEq(handler.usedBy(i), handler.rolesOf(i).used);
        }
    }

    function _holder(uint256 key) private view returns (address) {
        return key == handler.NONE() ? address(0) : handler.holders(key);
    }
}
