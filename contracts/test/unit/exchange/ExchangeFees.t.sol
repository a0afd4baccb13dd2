// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Exchange} from "../../../src/Exchange.sol";
import {IExchange} from "../../../src/interfaces/IExchange.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {Fixture} from "../../support/Fixture.sol";

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

    function test_flushFees_numbersEachFlush() public {
        for (uint64 i = 1; i <= 3; ++i) {
            send(swapOf(alice, 1_000e18, address(usdt), address(usdr)));
            vm.expectEmit(address(exchange));
            emit IExchange.FeesFlushed(i, 3e18, 1.08e18, 1.92e18);
            exchange.flushFees();
            assertEq(exchange.flushCount(), i);
        }
    }

    /// @dev The node vault's part is rounded down, the deflation vault gets the rest.
    function test_flushFees_givesTheRemainderToTheDeflationVault() public {
        send(swapOf(alice, 1_000, address(usdt), address(usdr))); // a fee of 3 base units
        assertEq(exchange.flushFees(), 3);
        assertEq(usdt.balanceOf(address(nodeVault)), 1);
        assertEq(usdt.balanceOf(address(deflationVault)), 2);
    }

    function test_flushFees_takesASingleBaseUnit() public {
        send(swapOf(alice, 100, address(usdt), address(usdr)));
        assertEq(exchange.feesCollected(), 1);
        assertEq(exchange.flushFees(), 1);
        assertEq(usdt.balanceOf(address(nodeVault)), 0);
        assertEq(usdt.balanceOf(address(deflationVault)), 1);
    }

    function test_swapToken_takesASingleBaseUnitWhereThereIsNoFee() public {
        vm.prank(address(timelock));
        exchange.setFeeBps(0);
        send(swapOf(alice, 1, address(usdt), address(usdr)));
        assertEq(usdr.balanceOf(alice), 1);
    }

    /// @dev A fee of 1 in 10,000: of 10,000 base units one, of 10,001 two.
    function test_quote_roundsTheFeeUpFromTheFirstBaseUnitOn() public {
        vm.prank(address(timelock));
        exchange.setFeeBps(1);
        uint256[3] memory inputs = [uint256(10_000), 10_001, 20_000];
        uint256[3] memory fees = [uint256(1), 2, 2];
        for (uint256 i = 0; i < 3; ++i) {
            (uint256 output, uint256 fee) = exchange.quote(inputs[i], address(usdt), address(usdr));
            assertEq(fee, fees[i]);
            assertEq(output, inputs[i] - fees[i]);
        }
    }

    function test_settings_areAnnounced() public {
        IExchange.Cap memory cap = IExchange.Cap(150, 7e18);
        vm.startPrank(address(timelock));
        vm.expectEmit(address(exchange));
        emit IExchange.FeeRateSet(45);
        exchange.setFeeBps(45);
        address[4] memory all = [address(usdt), address(usdr), address(dr), address(drgv)];
        for (uint256 i = 0; i < 4; ++i) {
            vm.expectEmit(address(exchange));
            emit IExchange.CapSet(all[i], cap);
            exchange.setCap(all[i], cap);
            assertEq(abi.encode(exchange.capOf(all[i])), abi.encode(cap));
        }
        vm.stopPrank();
        (IExchange.Cap memory dollars, IExchange.Cap memory tokens) =
            (IExchange.Cap(1_000, 25_000e18), IExchange.Cap(500, 50_000e18));
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)));
        vm.expectEmit(at);
        emit IExchange.FeeRateSet(30);
        for (uint256 i = 0; i < 4; ++i) {
            vm.expectEmit(at);
            emit IExchange.CapSet(all[i], i < 2 ? dollars : tokens);
        }
        new Exchange(address(timelock), pauser, signer, address(0), exchangeParts(), dollars, tokens);
    }

    function test_setCap_takesEachBoundItself() public {
        vm.startPrank(address(timelock));
        exchange.setCap(address(dr), IExchange.Cap(100, 0));
        exchange.setCap(address(dr), IExchange.Cap(2_000, 1_000_000e18));
        exchange.setFeeBps(0);
        vm.stopPrank();
        assertEq(exchange.feeBps(), 0);
        (uint256 output, uint256 fee) = exchange.quote(1_000e18, address(usdt), address(usdr));
        assertEq(fee, 0);
        assertEq(output, 1_000e18);
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
