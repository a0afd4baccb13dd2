// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Order ids of a compromised server (audit of November 2026, A-2).
contract OrderIdsTest is Fixture {
    function setUp() public override {
        super.setUp();
        emission.release();
        usdt.transfer(address(exchange), 100_000e18);
        dr.transfer(address(exchange), 100_000e18);
        usdt.transfer(alice, 1_000e18);
        vm.prank(alice);
        usdt.approve(address(exchange), APPROVAL);
    }

    /// @dev The highest id of a time `ahead` seconds after the block's.
    function _idAt(uint256 ahead) internal view returns (uint256) {
        return ((block.timestamp + ahead) * 1_000) << 80 | (1 << 80) - 1;
    }

    function _sends(uint256 orderId) internal {
        Withdraw memory v = withdrawOf(alice, 100e18);
        v.orderId = orderId;
        send(v);
        assertEq(vault.lastOrderId(alice), orderId);
    }

    function _refuses(uint256 orderId) internal {
        Withdraw memory v = withdrawOf(alice, 100e18);
        v.orderId = orderId;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IVouchers.OrderIdNotAscending.selector, orderId, vault.lastOrderId(alice))
        );
        send(v, signature);
    }

    /// @dev One withdrawal with the highest id there is, and its account had none left: no voucher of a vault
    /// or of the exchange was good for it any more, under any signer. Only the server's word was against
    /// it.
    function test_attack_noVoucherUsesUpAllOrderIdsOfAnAccount() public {
        _refuses(type(uint128).max);
        _refuses(uint256(1) << 128);
        _refuses(type(uint256).max);
        _refuses(_idAt(1 days) + 1);
        _sends(_idAt(1 days));
        skip(1 days); // what it may cost: a day
        _refuses(_idAt(0));
        _sends(_idAt(0) + 1);
    }

    function test_attack_noSwapUsesUpAllOrderIdsOfAnAccount() public {
        Swap memory v = swapOf(alice, 100e18, address(usdt), address(dr));
        v.orderId = _idAt(1 days) + 1;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IVouchers.OrderIdNotAscending.selector, v.orderId, 0));
        send(v, signature);
        v.orderId = _idAt(1 days);
        send(v);
        assertEq(exchange.lastOrderId(alice), v.orderId);
    }

    function testFuzz_orderIds_ofToday_areTakenInAnyNumber(uint80 random, uint16 later) public {
        _sends((block.timestamp * 1_000) << 80 | uint256(random) >> 1);
        skip(later);
        _sends((block.timestamp * 1_000 + 1) << 80 | random);
    }
}
