// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IExchange} from "../../src/interfaces/IExchange.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {Fixture} from "../support/Fixture.sol";

contract ExchangeFeesTest is Fixture {
    function setUp() public override {
        super.setUp();
        usdt.approve(address(usdr), 100_000e18);
        usdr.depositFor(address(exchange), 100_000e18);
        usdt.transfer(alice, 10_000e18);
        vm.prank(alice);
        usdt.approve(address(exchange), APPROVAL);
    }

    function test_flushFees_sendsThirtySixPercentToTheNodeVault() public {
        send(swapOf(alice, 10_000e18, address(usdt), address(usdr)));
        vm.prank(pauser);
        exchange.pause();
        vm.expectEmit(address(exchange));
        emit IExchange.FeesFlushed(1, 30e18, 10.8e18, 19.2e18);
        vm.prank(bob);
        assertEq(exchange.flushFees(), 30e18);
        assertEq(usdt.balanceOf(address(nodeVault)), 10.8e18);
        assertEq(usdt.balanceOf(address(deflationVault)), 19.2e18);
        assertEq(exchange.feesCollected(), 0);
        assertEq(exchange.flushCount(), 1);
        vm.expectRevert(IExchange.NothingToFlush.selector);
        exchange.flushFees();
    }

    function test_setFeeBps_andSetCap_stayWithinTheirBounds() public {
        throughTimelock(address(exchange), abi.encodeCall(exchange.setFeeBps, (100)));
        assertEq(exchange.feeBps(), 100);
        IExchange.Cap memory cap = IExchange.Cap(2_000, 1_000_000e18);
        vm.startPrank(address(timelock));
        vm.expectRevert(IExchange.OutOfBounds.selector);
        exchange.setFeeBps(101);
        exchange.setCap(address(dr), cap);
        assertEq(abi.encode(exchange.capOf(address(dr))), abi.encode(cap));
        vm.expectRevert(IExchange.OutOfBounds.selector);
        exchange.setCap(address(dr), IExchange.Cap(2_001, 0));
        vm.expectRevert(IExchange.OutOfBounds.selector);
        exchange.setCap(address(dr), IExchange.Cap(99, 0));
        vm.expectRevert(IExchange.OutOfBounds.selector);
        exchange.setCap(address(dr), IExchange.Cap(100, 1_000_000e18 + 1));
        vm.expectRevert(abi.encodeWithSelector(IExchange.TokenNotSupported.selector, address(factory)));
        exchange.setCap(address(factory), cap);
        vm.stopPrank();
        vm.expectRevert(IVouchers.NotAdmin.selector);
        exchange.setFeeBps(0);
        vm.expectRevert(IVouchers.NotAdmin.selector);
        exchange.setCap(address(dr), cap);
    }
}
