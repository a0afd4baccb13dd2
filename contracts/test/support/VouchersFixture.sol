// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "./Fixture.sol";

/// @notice Two of the contracts with vouchers: what they inherit is shown on both.
abstract contract VouchersFixture is Fixture {
    IVouchers[2] internal subjects;

    function setUp() public override {
        super.setUp();
        emission.release();
        equip(alice, 1_000e18, 1_000e18);
        subjects = [IVouchers(address(rights)), IVouchers(address(vault))];
    }

    function _expectAllRefused(bytes4 reason) internal {
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

    function _expectAllAccepted() internal {
        send(buyOf(alice, 1));
        send(activateOf(alice, idsOf(1, 1), 1));
        send(withdrawOf(alice, 100e18));
    }
}
