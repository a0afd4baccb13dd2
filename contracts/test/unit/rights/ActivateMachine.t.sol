// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IDigitalRights} from "../../../src/interfaces/IDigitalRights.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {PaidHours} from "../../../src/libraries/PaidHours.sol";
import {Fixture} from "../../support/Fixture.sol";

contract ActivateMachineTest is Fixture {
    uint256 internal constant HOUR = 1 hours;

    function setUp() public override {
        super.setUp();
        vm.warp(1_795_201_200); // a whole hour
        equip(alice, 1_000_000e18, 1_000_000e18);
        equip(bob, 1_000_000e18, 1_000_000e18);
        send(buyOf(alice, 25)); // purchase 1
        send(buyOf(bob, 3)); // purchase 2
        send(buyOf(alice, 2)); // purchase 3
    }

    function test_activateMachine_burnsSixDrgvAMachineAndPeriod() public {
        uint256 supply = drgv.totalSupply();
        uint256 balance = drgv.balanceOf(alice);
        uint256 usdtBalance = usdt.balanceOf(alice);
        send(activateOf(alice, idsOf(1, 3), 2));
        assertEq(drgv.balanceOf(alice), balance - 36e18);
        assertEq(drgv.totalSupply(), supply - 36e18);
        assertEq(usdt.balanceOf(alice), usdtBalance);
    }

    function test_activateMachine_paysFromTheNextWholeHour() public {
        send(activateOf(alice, _one(1, 0), 1));
        assertEq(rights.paidUntil(1 << 7), block.timestamp + 30 days);
        skip(1);
        send(activateOf(alice, _one(1, 1), 1));
        assertEq(rights.paidUntil((1 << 7) + 1), block.timestamp - 1 + HOUR + 30 days);
        skip(HOUR - 2);
        send(activateOf(alice, _one(1, 2), 3));
        assertEq(rights.paidUntil((1 << 7) + 2), block.timestamp + 1 + 90 days);
    }

    function test_activateMachine_renewsFromTheEndOfWhatWasPaid() public {
        uint256 start = block.timestamp;
        send(activateOf(alice, idsOf(1, 25), 1));
        skip(10 days + 17);
        send(activateOf(alice, idsOf(1, 25), 1));
        for (uint256 i = 0; i < 25; ++i) {
            assertEq(rights.paidUntil((1 << 7) + i), start + 60 days);
        }
    }

    function test_activateMachine_renewsFromNowAfterAPause() public {
        send(activateOf(alice, idsOf(1, 25), 1));
        skip(40 days);
        send(activateOf(alice, idsOf(1, 25), 1));
        assertEq(rights.paidUntil(1 << 7), block.timestamp + 30 days);
    }

    function test_activateMachine_keepsEachMachinesOwnTimeWhenPaidInParts() public {
        uint256 start = block.timestamp;
        send(activateOf(alice, idsOf(1, 25), 1)); // whole: until 30 days
        send(activateOf(alice, _one(1, 9), 1)); // one: 60
        send(activateOf(alice, _one(1, 10), 2)); // another slot: 90
        assertEq(rights.paidUntil((1 << 7) + 8), start + 30 days);
        assertEq(rights.paidUntil((1 << 7) + 9), start + 60 days);
        assertEq(rights.paidUntil((1 << 7) + 10), start + 90 days);
        send(activateOf(alice, idsOf(1, 25), 1)); // whole again, no longer alike
        assertEq(rights.paidUntil((1 << 7) + 8), start + 60 days);
        assertEq(rights.paidUntil((1 << 7) + 9), start + 90 days);
        assertEq(rights.paidUntil((1 << 7) + 10), start + 120 days);
        assertEq(rights.paidUntil((1 << 7) + 24), start + 60 days);
        assertEq(rights.paidUntil((1 << 7) + 25), 0);
    }

    function test_activateMachine_takesMachinesOfSeveralPurchases() public {
        uint256[] memory ids = new uint256[](5);
        (ids[0], ids[1], ids[2]) = ((1 << 7) + 3, (1 << 7) + 12, (1 << 7) + 24);
        (ids[3], ids[4]) = (3 << 7, (3 << 7) + 1);
        send(activateOf(alice, ids, 1));
        for (uint256 i = 0; i < ids.length; ++i) {
            assertEq(rights.paidUntil(ids[i]), block.timestamp + 30 days);
        }
        assertEq(rights.paidUntil(1 << 7), 0);
        assertEq(rights.paidUntil(2 << 7), 0);
    }

    function test_activateMachine_takesAHundred() public {
        send(buyOf(alice, 100));
        send(activateOf(alice, idsOf(4, 100), 60));
        assertEq(rights.paidUntil((4 << 7) + 99), block.timestamp + 60 * 30 days);
    }

    function test_activateMachine_emitsWhatTheIndexerReads() public {
        Activate memory v = activateOf(alice, idsOf(1, 2), 2);
        bytes32 digest = digestOf(v);
        vm.expectEmit(address(rights));
        emit IDigitalRights.MachinesActivated(alice, 2, digest, v.machineIDs, 2, 24e18, DRGV_PRICE);
        send(v);
        assertEq(rights.nonces(alice), 3);
    }

    function test_activateMachine_revertsForAMachineOfAnother() public {
        _expectNotOwned(alice, _one(2, 0), 2 << 7);
        uint256[] memory mixed = new uint256[](3);
        (mixed[0], mixed[1], mixed[2]) = (1 << 7, (2 << 7) + 1, 3 << 7);
        _expectNotOwned(alice, mixed, (2 << 7) + 1);
    }

    function test_activateMachine_revertsForAMachineThatDoesNotExist() public {
        _expectNotOwned(alice, _one(1, 25), (1 << 7) + 25);
        _expectNotOwned(alice, _one(3, 127), (3 << 7) + 127);
        _expectNotOwned(alice, _one(0, 0), 0);
        _expectNotOwned(alice, _one(9, 0), 9 << 7);
        uint256[] memory beyond = idsOf(3, 3);
        _expectNotOwned(alice, beyond, (3 << 7) + 2);
    }

    /// @dev As many ids as the purchase has machines, but shifted by one: the last of them does not exist.
    function test_activateMachine_revertsForAWholePurchaseShiftedByOne() public {
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = ((3 << 7) + 1, (3 << 7) + 2);
        _expectNotOwned(alice, ids, (3 << 7) + 2);
    }

    function test_activateMachine_revertsWhenAnIdComesTwiceOrOutOfOrder() public {
        uint256[] memory twice = new uint256[](2);
        (twice[0], twice[1]) = (1 << 7, 1 << 7);
        _expectIdsInvalid(twice);
        (twice[0], twice[1]) = ((1 << 7) + 1, 1 << 7);
        _expectIdsInvalid(twice);
        (twice[0], twice[1]) = (3 << 7, 1 << 7);
        _expectIdsInvalid(twice);
        uint256[] memory wholeThenAgain = new uint256[](3);
        (wholeThenAgain[0], wholeThenAgain[1], wholeThenAgain[2]) = (3 << 7, (3 << 7) + 1, (3 << 7) + 1);
        _expectIdsInvalid(wholeThenAgain);
        (wholeThenAgain[0], wholeThenAgain[1], wholeThenAgain[2]) = (3 << 7, (3 << 7) + 1, 1 << 7);
        _expectIdsInvalid(wholeThenAgain);
        uint256[] memory hidden = idsOf(1, 25);
        hidden[12] = hidden[11];
        _expectIdsInvalid(hidden);
    }

    /// @dev Purchases of a single machine are whole with one id: the next id is compared all the same.
    function test_activateMachine_ordersPurchasesOfASingleMachine() public {
        send(buyOf(alice, 1)); // purchase 4
        send(buyOf(alice, 1)); // purchase 5
        uint256[] memory ids = new uint256[](2);
        (ids[0], ids[1]) = (4 << 7, 4 << 7);
        _expectIdsInvalid(ids);
        (ids[0], ids[1]) = (5 << 7, 4 << 7);
        _expectIdsInvalid(ids);
        (ids[0], ids[1]) = (4 << 7, 5 << 7);
        send(activateOf(alice, ids, 1));
        assertEq(rights.paidUntil(4 << 7), block.timestamp + 30 days);
        assertEq(rights.paidUntil(5 << 7), block.timestamp + 30 days);
    }

    /// @dev A whole purchase is one write, however many machines; a part is one for each ten, and one more
    /// the first time. Beside those, each payment writes the running number once.
    function test_renew_writesOnceForAWholePurchaseAndOnceForEachTenOfAPart() public {
        assertEq(_writesOf(idsOf(1, 25)), 1);
        assertEq(_writesOf(idsOf(3, 2)), 1);
        uint256[] memory both = new uint256[](27);
        for (uint256 i = 0; i < 27; ++i) {
            both[i] = i < 25 ? (1 << 7) + i : (3 << 7) + i - 25;
        }
        assertEq(_writesOf(both), 2);
        assertEq(_writesOf(idsOf(1, 10)), 2);
        assertEq(_writesOf(idsOf(1, 10)), 1);
        assertEq(_writesOf(idsOf(1, 11)), 2);
        assertEq(_writesOf(idsOf(1, 25)), 3); // no longer alike
        assertEq(_writesOf(idsOf(3, 2)), 1);
    }

    function _writesOf(uint256[] memory ids) private returns (uint256) {
        vm.record();
        vm.prank(alice);
        rights.renew(ids, 1);
        (, bytes32[] memory writes) = vm.accesses(address(rights));
        return writes.length - 1;
    }

    function test_activateMachine_revertsWithoutMachinesOrWithTooMany() public {
        _expectIdsInvalid(new uint256[](0));
        _expectIdsInvalid(new uint256[](101));
    }

    function test_activateMachine_revertsOnAPeriodOutsideItsBounds() public {
        Activate memory v = activateOf(alice, idsOf(1, 1), 0);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PeriodInvalid.selector, 0));
        send(v, signature);
        v = activateOf(alice, idsOf(1, 1), 61);
        signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PeriodInvalid.selector, 61));
        send(v, signature);
    }

    function test_activateMachine_revertsWhenTheFeeIsNotExact() public {
        for (uint256 i = 0; i < 2; ++i) {
            Activate memory v = activateOf(alice, idsOf(1, 3), 2);
            v.drgvAmount = i == 0 ? 36e18 - 1 : 36e18 + 1;
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.ElectricityFeeWrong.selector, v.drgvAmount, 36e18));
            send(v, signature);
        }
    }

    function test_activateMachine_revertsWhenThePriceIsFurtherThanFivePercent() public {
        Activate memory v = activateOf(alice, idsOf(1, 1), 1);
        v.drgvPrice = 0.2e18;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PriceOutOfRange.selector, 0.2e18, DRGV_PRICE));
        send(v, signature);
    }

    function test_activateMachine_revertsWhenExpired() public {
        Activate memory v = activateOf(alice, idsOf(1, 1), 1);
        bytes memory signature = sign(digestOf(v));
        vm.warp(v.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IVouchers.VoucherExpired.selector, v.deadline));
        send(v, signature);
    }

    function test_activateMachine_revertsWhenUsedTwice() public {
        Activate memory v = activateOf(alice, idsOf(1, 1), 1);
        bytes memory signature = sign(digestOf(v));
        send(v, signature);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_activateMachine_revertsForAnotherAccount() public {
        Activate memory v = activateOf(alice, idsOf(1, 1), 1);
        bytes memory signature = sign(digestOf(v));
        v.account = bob;
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_activateMachine_revertsWhenAnyFieldIsChanged() public {
        Activate memory signed = activateOf(alice, idsOf(1, 2), 2);
        bytes memory signature = sign(digestOf(signed));
        for (uint256 field = 0; field < 5; ++field) {
            Activate memory v = activateOf(alice, idsOf(1, 2), 2);
            if (field == 0) v.machineIDs[1] += 1;
            if (field == 1) (v.machineIDs, v.drgvAmount) = (idsOf(1, 3), 36e18);
            if (field == 2) v.drgvPrice += 1;
            if (field == 3) (v.period, v.drgvAmount) = (3, 36e18);
            if (field == 4) v.deadline -= 1;
            vm.expectRevert(IVouchers.VoucherInvalid.selector);
            send(v, signature);
        }
        send(signed, signature);
    }

    function test_activateMachine_revertsOnASignatureForAPurchase() public {
        Buy memory purchase = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(purchase));
        Activate memory v = activateOf(alice, idsOf(1, 1), 1);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_activateMachine_revertsBeyondTheYearItsTimesCanHold() public {
        vm.warp((uint256(type(uint24).max) - 700) * HOUR);
        Activate memory v = activateOf(alice, idsOf(1, 25), 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(PaidHours.PaidHoursOverflow.selector);
        send(v, signature);
        v = activateOf(alice, idsOf(1, 1), 1);
        signature = sign(digestOf(v));
        vm.expectRevert(PaidHours.PaidHoursOverflow.selector);
        send(v, signature);
    }

    function _one(uint256 purchaseId, uint256 offset) private pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = (purchaseId << 7) | offset;
    }

    function _expectNotOwned(address account, uint256[] memory ids, uint256 culprit) private {
        Activate memory v = activateOf(account, ids, 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.MachineNotOwned.selector, culprit));
        send(v, signature);
    }

    function _expectIdsInvalid(uint256[] memory ids) private {
        Activate memory v = activateOf(alice, ids, 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(IDigitalRights.MachineIDsInvalid.selector);
        send(v, signature);
    }
}
