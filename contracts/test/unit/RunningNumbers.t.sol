// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {ResultRegistry} from "../../src/ResultRegistry.sol";
import {IDigitalRights} from "../../src/interfaces/IDigitalRights.sol";
import {IFunding} from "../../src/interfaces/IFunding.sol";
import {EventCounts} from "../support/EventCounts.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Each event that moves something has a running number on chain: a reader that knows fewer events
/// than the number says has missed some. The draw's: test/unit/draw.
contract RunningNumbersTest is Fixture, EventCounts {
    function setUp() public override {
        super.setUp();
        equip(alice, 100_000e18, 1_000_000e18);
        equipForPower(alice, 10_000e18, 10_000e18);
    }

    function test_purchaseCount_countsPurchases() public {
        assertEq(rights.purchaseCount(), 0);
        send(buyOf(alice, 3));
        send(buyOf(alice, 1));
        assertEq(rights.purchaseCount(), 2);
        assertEq(rights.electricityCount(), 0);
        assertEq(rights.powerPurchaseCount(), 0);
    }

    /// @dev One for each payment, whole purchases, parts and several of them; by voucher or without one.
    function test_electricityCount_countsPaymentsOfBothKinds() public {
        vm.recordLogs();
        send(buyOf(alice, 3));
        send(activateOf(alice, idsOf(1, 3), 1));
        assertEq(rights.electricityCount(), 1);
        send(activateOf(alice, idsOf(1, 2), 2));
        vm.prank(alice);
        rights.renew(idsOf(1, 3), 1);
        assertEq(rights.electricityCount(), 3);
        assertEq(rights.purchaseCount(), 1);
        _countLogs();
        assertEq(emitted[address(rights)][IDigitalRights.MachinesActivated.selector], 2);
        assertEq(emitted[address(rights)][IDigitalRights.MachinesRenewed.selector], 1);
    }

    /// @dev The number shares its slot with signer, pause and purchases.
    function test_electricityCount_leavesSignerPauseAndPurchasesAsTheyAre() public {
        send(buyOf(alice, 3));
        vm.prank(pauser);
        rights.pause();
        (uint256 until, uint256 purchases) = (rights.pausedUntil(), rights.purchaseCount());
        vm.prank(alice);
        rights.renew(idsOf(1, 3), 1);
        assertEq(rights.signer(), signer);
        assertEq(rights.pausedUntil(), until);
        assertEq(rights.purchaseCount(), purchases);
    }

    function test_electricityCount_countsNoRefusedPayment() public {
        send(buyOf(alice, 3));
        vm.expectRevert();
        vm.prank(bob);
        rights.renew(idsOf(1, 3), 1);
        assertEq(rights.electricityCount(), 0);
    }

    function test_powerPurchaseCount_countsFirstAndLaterOnes() public {
        send(powerOf(alice, 1_000e18, bob));
        assertEq(rights.powerPurchaseCount(), 1);
        sendAgain(powerOf(alice, 1_000e18, bob));
        sendAgain(powerOf(alice, 1_000e18, bob));
        assertEq(rights.powerPurchaseCount(), 3);
        assertEq(rights.usdrShareBps(), 5_000);
        vm.prank(address(timelock));
        rights.setUsdrShareBps(6_000);
        assertEq(rights.powerPurchaseCount(), 3);
    }

    /// @dev Also where there is no fee, and beside the flushes and fees of the same slot.
    function test_swapCount_countsSwaps() public {
        usdt.transfer(address(exchange), 100_000e18);
        dr.transfer(address(exchange), 100_000e18);
        vm.prank(alice);
        usdt.approve(address(exchange), APPROVAL);
        send(swapOf(alice, 100e18, address(usdt), address(dr)));
        assertEq(exchange.swapCount(), 1);
        exchange.flushFees();
        vm.prank(address(timelock));
        exchange.setFeeBps(0);
        send(swapOf(alice, 100e18, address(usdt), address(dr)));
        assertEq(exchange.swapCount(), 2);
        assertEq(exchange.flushCount(), 1);
        assertEq(exchange.feesCollected(), 0);
    }

    function test_fundingCount_countsAllThreeKinds() public {
        usdt.approve(address(funding), 3_000e18);
        funding.fundPools(address(usdt), 1_000e18, "pools");
        assertEq(funding.fundingCount(), 1);
        funding.fundBudget(6, address(usdt), 1_000e18, "budget");
        assertEq(funding.fundingCount(), 2);
        funding.recapitalise(2, address(usdt), 1_000e18, "vault");
        assertEq(funding.fundingCount(), 3);
        vm.expectRevert(abi.encodeWithSelector(IFunding.MemoInvalid.selector, 0));
        funding.fundPools(address(usdt), 1_000e18, "");
        assertEq(funding.fundingCount(), 3);
    }

    /// @dev The same hash again emits nothing and counts nothing.
    function test_resultCount_countsResults() public {
        ResultRegistry results = new ResultRegistry(address(timelock), attester);
        uint256 week = results.currentWeek() - 1;
        vm.startPrank(attester);
        results.postResult("dividends", week, bytes32("one"));
        assertEq(results.resultCount(), 1);
        results.postResult("dividends", week, bytes32("one"));
        assertEq(results.resultCount(), 1);
        results.postResult("nodes", week, bytes32("one"));
        vm.stopPrank();
        vm.prank(address(timelock));
        results.setAttester(alice);
        assertEq(results.resultCount(), 2);
        assertEq(results.attester(), alice);
    }
}
