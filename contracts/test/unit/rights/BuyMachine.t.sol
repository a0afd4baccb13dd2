// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IDigitalRights} from "../../../src/interfaces/IDigitalRights.sol";
import {IPriceOracle} from "../../../src/interfaces/IPriceOracle.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {Fixture} from "../../support/Fixture.sol";

contract BuyMachineTest is Fixture {
    function setUp() public override {
        super.setUp();
        equip(alice, 100_000e18, 100_000e18);
        equip(bob, 100_000e18, 100_000e18);
    }

    function test_buyMachine_movesUsdtToTreasuryAndBurnsDrgv() public {
        uint256 supply = drgv.totalSupply();
        send(buyOf(alice, 2));
        assertEq(usdt.balanceOf(treasury), 160e18);
        assertEq(usdt.balanceOf(alice), 100_000e18 - 160e18);
        assertEq(drgv.balanceOf(alice), 100_000e18 - 400e18);
        assertEq(drgv.totalSupply(), supply - 400e18);
        assertEq(usdt.balanceOf(address(rights)), 0);
        assertEq(drgv.balanceOf(address(rights)), 0);
    }

    function test_buyMachine_recordsTheOwnerOfEachMachine() public {
        send(buyOf(alice, 2));
        send(buyOf(bob, 100));
        assertEq(rights.purchaseCount(), 2);
        (address owner, uint256 count) = rights.purchaseOf(2);
        assertEq(owner, bob);
        assertEq(count, 100);
        assertEq(rights.ownerOf(1 << 7), alice);
        assertEq(rights.ownerOf((1 << 7) + 1), alice);
        assertEq(rights.ownerOf((1 << 7) + 2), address(0));
        assertEq(rights.ownerOf((2 << 7) + 99), bob);
        assertEq(rights.ownerOf((2 << 7) + 100), address(0));
        assertEq(rights.ownerOf(3 << 7), address(0));
        assertEq(rights.ownerOf(0), address(0));
        assertEq(rights.paidUntil(1 << 7), 0);
    }

    function test_buyMachine_emitsWhatTheIndexerReads() public {
        send(buyOf(bob, 1));
        Buy memory v = buyOf(alice, 3);
        bytes32 digest = digestOf(v);
        vm.expectEmit(address(rights));
        emit IDigitalRights.MachinesBought(alice, v.nonce, digest, 2 << 7, 3, v.usdtAmount, v.drgvAmount, v.drgvPrice);
        send(v);
        assertEq(rights.nonces(alice), 1);
        assertEq(rights.nonces(bob), 1);
    }

    /// @dev The audit's L-7: a hundred machines for one base unit passed, their price "within 5 %".
    function test_attack_noMachineIsGivenAway() public {
        Buy memory v = buyOf(alice, 100);
        (v.usdtAmount, v.drgvAmount) = (1, 0);
        _expectOutOfRange(v, 0);
        (v.usdtAmount, v.drgvAmount) = (80e18, 200e18 - 10); // worth 100 USD, less one base unit
        _expectOutOfRange(v, 20e18 - 1);
        v.drgvAmount = 200e18;
        send(v);
        assertEq(rights.ownerOf((1 << 7) + 99), alice);
    }

    function test_buyMachine_revertsBeyondWhatAMachineIsWorthAtMost() public {
        equip(alice, 1_000_000e18, 1_000_000e18);
        Buy memory v = buyOf(alice, 2);
        (v.usdtAmount, v.drgvAmount) = (190_000e18, 100_000e18 + 10);
        _expectOutOfRange(v, 10_000e18 + 1);
        v.drgvAmount = 100_000e18;
        send(v);
    }

    function test_buyMachine_takesFiveToNinetyFivePercentOfItsValueInDrgv() public {
        Buy memory v = buyOf(alice, 1);
        (v.usdtAmount, v.drgvAmount) = (95e18, 50e18 - 10);
        _expectOutOfRange(v, 5e18 - 1);
        v.drgvAmount = 50e18;
        send(v);
        v = buyOf(alice, 1);
        (v.usdtAmount, v.drgvAmount) = (5e18 - 1, 950e18);
        _expectOutOfRange(v, 95e18);
        v.usdtAmount = 5e18;
        send(v);
        v = buyOf(alice, 1);
        v.usdtAmount = 0;
        _expectOutOfRange(v, 20e18);
    }

    function test_buyMachine_succeedsInTheSecondOfTheDeadline() public {
        Buy memory v = buyOf(alice, 1);
        vm.warp(v.deadline);
        send(v);
        assertEq(rights.purchaseCount(), 1);
    }

    function test_buyMachine_revertsWhenExpired() public {
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        vm.warp(v.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IVouchers.VoucherExpired.selector, v.deadline));
        send(v, signature);
    }

    function test_buyMachine_revertsWhenUsedTwice() public {
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        send(v, signature);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_buyMachine_revertsWhenAnotherVoucherOfThatNonceWasUsed() public {
        Buy memory first = buyOf(alice, 1);
        Buy memory second = buyOf(alice, 2);
        second.deadline += 1;
        bytes memory secondSignature = sign(digestOf(second));
        send(first);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(second, secondSignature);
    }

    function test_buyMachine_revertsForAnotherAccount() public {
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        v.account = bob;
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_buyMachine_revertsWhenAnyFieldIsChanged() public {
        Buy memory signed = buyOf(alice, 2);
        bytes memory signature = sign(digestOf(signed));
        for (uint256 field = 0; field < 5; ++field) {
            Buy memory v = buyOf(alice, 2);
            if (field == 0) v.usdtAmount -= 1;
            if (field == 1) v.drgvAmount -= 1;
            if (field == 2) v.drgvPrice += 1;
            if (field == 3) v.machineCount += 1;
            if (field == 4) v.deadline += 1;
            vm.expectRevert(IVouchers.VoucherInvalid.selector);
            send(v, signature);
        }
        send(signed, signature);
    }

    function test_buyMachine_revertsWhenSignedByAnotherKey() public {
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = signWith(0xBAD, digestOf(v));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_buyMachine_revertsOnAMalleableSignature() public {
        Buy memory v = buyOf(alice, 1);
        (uint8 recovery, bytes32 r, bytes32 s) = vm.sign(SIGNER_KEY, digestOf(v));
        uint256 order = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;
        bytes memory mirrored = abi.encodePacked(r, bytes32(order - uint256(s)), recovery == 27 ? uint8(28) : uint8(27));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, mirrored);
    }

    function test_buyMachine_revertsOnAMalformedSignature() public {
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, "");
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, abi.encodePacked(signature, uint8(0)));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, new bytes(65));
    }

    function test_buyMachine_revertsOnAnotherChain() public {
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        vm.chainId(97);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
        send(v);
    }

    function test_buyMachine_revertsWithoutMachinesOrWithTooMany() public {
        Buy memory v = buyOf(alice, 0);
        v.usdtAmount = 1e18;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.MachineCountInvalid.selector, 0));
        send(v, signature);
        v = buyOf(alice, 101);
        signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.MachineCountInvalid.selector, 101));
        send(v, signature);
    }

    function test_buyMachine_revertsWhenItCostsNothing() public {
        Buy memory v = buyOf(alice, 1);
        (v.usdtAmount, v.drgvAmount) = (0, 0);
        _expectOutOfRange(v, 0);
    }

    function test_buyMachine_revertsWhenThePriceIsFurtherThanFivePercent() public {
        uint256[4] memory prices = [uint256(0.105e18 + 1), 0.095e18 - 1, 0, type(uint256).max];
        for (uint256 i = 0; i < prices.length; ++i) {
            Buy memory v = buyOf(alice, 1);
            v.drgvPrice = prices[i];
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PriceOutOfRange.selector, prices[i], DRGV_PRICE));
            send(v, signature);
        }
        Buy memory high = buyOf(alice, 1);
        high.drgvPrice = 0.105e18;
        send(high);
        Buy memory low = buyOf(alice, 1);
        low.drgvPrice = 0.095e18;
        send(low);
    }

    function test_buyMachine_revertsWhenTheAccountCannotPay() public {
        Buy memory v = buyOf(alice, 1);
        (v.usdtAmount, v.drgvAmount) = (95_000e18, 50_000e18);
        vm.prank(alice);
        usdt.transfer(bob, 5_000e18 + 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientBalance.selector);
        send(v, signature);
        assertEq(rights.nonces(alice), 0);
        assertEq(rights.purchaseCount(), 0);
    }

    function test_buyMachine_revertsWithoutAllowance() public {
        vm.prank(alice);
        usdt.approve(address(rights), 0);
        Buy memory v = buyOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        send(v, signature);
    }

    function test_buyMachine_neverTouchesTheAllowanceOfAnother() public {
        send(buyOf(alice, 10));
        assertEq(usdt.balanceOf(bob), 100_000e18);
        assertEq(drgv.balanceOf(bob), 100_000e18);
    }

    function test_priceOf_isTheLowerOfBothAverages() public {
        assertEq(rights.priceOf(address(drgv)), DRGV_PRICE);
        assertEq(rights.priceOf(address(dr)), 0.5e18);
        letPass(26 hours);
        swap(address(usdt), address(drgv), 300_000e18);
        swap(address(dr), address(usdt), 300_000e18);
        letPass(40 minutes);
        assertGt(oracle.price(address(drgv)), oracle.price24h(address(drgv)));
        assertEq(rights.priceOf(address(drgv)), oracle.price24h(address(drgv)));
        assertLt(oracle.price(address(dr)), oracle.price24h(address(dr)));
        assertEq(rights.priceOf(address(dr)), oracle.price(address(dr)));
    }

    /// @dev Within 5 % of the lower average, whichever that is: not of the other.
    function test_buyMachine_goesByTheLowerOfBothAverages() public {
        letPass(26 hours);
        for (uint256 i = 0; i < 2; ++i) {
            uint256 snapshot = vm.snapshotState();
            swap(i == 0 ? address(usdt) : address(drgv), i == 0 ? address(drgv) : address(usdt), 300_000e18);
            letPass(40 minutes);
            (uint256 short, uint256 long) = (oracle.price(address(drgv)), oracle.price24h(address(drgv)));
            assertEq(short > long, i == 0);
            (uint256 lower, uint256 higher) = i == 0 ? (long, short) : (short, long);
            Buy memory v = buyOf(alice, 1);
            v.drgvPrice = higher;
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PriceOutOfRange.selector, higher, lower));
            send(v, signature);
            v.drgvPrice = lower + lower / 20;
            send(v);
            vm.revertToState(snapshot);
        }
    }

    /// @dev Half an hour after a pair's first trade there is no average of a day, and no sale.
    function test_buyMachine_waitsForTheAverageOfADay() public {
        oracle.update();
        skip(30 minutes);
        swap(address(usdt), address(drgv), 1e18);
        Buy memory v = buyOf(alice, 1);
        v.drgvPrice = oracle.price(address(drgv));
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IPriceOracle.WindowNotFull.selector, address(drgv), 24 hours));
        send(v, signature);
    }

    function _expectOutOfRange(Buy memory v, uint256 drgvValue) private {
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.PurchaseOutOfRange.selector, v.usdtAmount, drgvValue));
        send(v, signature);
    }
}
