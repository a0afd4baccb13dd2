// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {DigitalRights} from "../../../src/DigitalRights.sol";
import {IDigitalRights} from "../../../src/interfaces/IDigitalRights.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {Fixture} from "../../support/Fixture.sol";

contract BuyPODpowerTest is Fixture {
    function setUp() public override {
        super.setUp();
        equipForPower(alice, 10_000e18, 10_000e18);
    }

    function test_buyPODpower_burnsDrAndMovesUsdrToTheTreasury() public {
        uint256 supply = dr.totalSupply();
        send(powerOf(alice, 1_000e18, bob));
        assertEq(dr.totalSupply(), supply - 1_000e18);
        assertEq(dr.balanceOf(alice), 9_000e18);
        assertEq(usdr.balanceOf(alice), 9_500e18);
        assertEq(usdr.balanceOf(treasury), 500e18);
        assertEq(dr.balanceOf(address(rights)), 0);
        assertEq(usdr.balanceOf(address(rights)), 0);
    }

    function test_buyPODpower_emitsWhatTheIndexerReadsAndFixesTheReferrer() public {
        Power memory v = powerOf(alice, 1_000e18, bob);
        bytes32 digest = digestOf(v, false);
        vm.expectEmit(address(rights));
        emit IDigitalRights.PODpowerBought(alice, 0, digest, 1_000e18, 500e18, bob, false);
        send(v);
        (address referrer, bool bought) = rights.referrerOf(alice);
        assertEq(referrer, bob);
        assertTrue(bought);
        assertEq(rights.nonces(alice), 1);

        v = powerOf(alice, 100e18, bob);
        digest = digestOf(v, true);
        vm.expectEmit(address(rights));
        emit IDigitalRights.PODpowerBought(alice, 1, digest, 100e18, 50e18, bob, true);
        sendAgain(v);
    }

    function test_buyPODpowerAgain_burnsDrAndMovesUsdrToTheTreasury() public {
        send(powerOf(alice, 1_000e18, bob));
        sendAgain(powerOf(alice, 2_000e18, bob));
        assertEq(dr.balanceOf(alice), 7_000e18);
        assertEq(usdr.balanceOf(alice), 8_500e18);
        assertEq(usdr.balanceOf(treasury), 1_500e18);
    }

    function test_buyPODpower_letsTheFirstUserOfAllHaveNoReferrer() public {
        send(powerOf(alice, 100e18, address(0)));
        (address referrer, bool bought) = rights.referrerOf(alice);
        assertEq(referrer, address(0));
        assertTrue(bought);
        Power memory v = powerOf(alice, 100e18, address(0));
        bytes memory signature = sign(digestOf(v, false));
        vm.expectRevert(IDigitalRights.PODpowerBoughtBefore.selector);
        send(v, signature);
        sendAgain(v);
    }

    function test_buyPODpower_revertsTheSecondTime() public {
        send(powerOf(alice, 100e18, bob));
        Power memory v = powerOf(alice, 100e18, bob);
        bytes memory signature = sign(digestOf(v, false));
        vm.expectRevert(IDigitalRights.PODpowerBoughtBefore.selector);
        send(v, signature);
    }

    function test_buyPODpowerAgain_revertsTheFirstTime() public {
        Power memory v = powerOf(alice, 100e18, bob);
        bytes memory signature = sign(digestOf(v, true));
        vm.expectRevert(IDigitalRights.PODpowerNotBoughtBefore.selector);
        sendAgain(v, signature);
    }

    function test_buyPODpowerAgain_revertsForAnotherReferrer() public {
        send(powerOf(alice, 100e18, bob));
        Power memory v = powerOf(alice, 100e18, treasury);
        bytes memory signature = sign(digestOf(v, true));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.ReferrerWrong.selector, treasury, bob));
        sendAgain(v, signature);
    }

    /// @dev The first purchase fixes that there is none, too.
    function test_buyPODpowerAgain_givesNoReferrerToAnAccountThatHasNone() public {
        send(powerOf(alice, 100e18, address(0)));
        Power memory v = powerOf(alice, 100e18, bob);
        bytes memory signature = sign(digestOf(v, true));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.ReferrerWrong.selector, bob, address(0)));
        sendAgain(v, signature);
    }

    function test_buyPODpower_revertsForOneselfAsReferrer() public {
        Power memory v = powerOf(alice, 100e18, alice);
        bytes memory signature = sign(digestOf(v, false));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.ReferrerWrong.selector, alice, address(0)));
        send(v, signature);
    }

    function test_buyPODpower_revertsBelowTheMinimumBurn() public {
        Power memory v = powerOf(alice, 10e18 - 2, bob);
        bytes memory signature = sign(digestOf(v, false));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.DRAmountTooSmall.selector, 10e18 - 2, 10e18));
        send(v, signature);
        send(powerOf(alice, 10e18, bob));
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.DRAmountTooSmall.selector, 10e18 - 2, 10e18));
        sendAgain(v, signature);
    }

    function test_buyPODpower_revertsWhenTheUsdrIsFurtherThanFivePercent() public {
        uint256[4] memory amounts = [uint256(52.5e18 + 1), 47.5e18 - 1, 0, type(uint256).max];
        for (uint256 i = 0; i < amounts.length; ++i) {
            Power memory v = powerOf(alice, 100e18, bob);
            v.usdrAmount = amounts[i];
            bytes memory signature = sign(digestOf(v, false));
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.USDRAmountOutOfRange.selector, amounts[i], 50e18));
            send(v, signature);
        }
        Power memory maximum = powerOf(alice, 100e18, bob);
        maximum.usdrAmount = 52.5e18;
        send(maximum);
        Power memory minimum = powerOf(alice, 100e18, bob);
        minimum.usdrAmount = 47.5e18;
        sendAgain(minimum);
    }

    /// @dev DR rises by half within the day: the day's average is the lower one.
    function test_usdrFor_valuesDrAtTheLowerAverage() public {
        oracle.update();
        skip(12 hours);
        swap(address(usdt), address(dr), 225_000e18);
        oracle.update();
        for (uint256 i = 0; i < 12; ++i) {
            skip(5 minutes);
            oracle.update();
        }
        skip(12 hours - 1 hours);
        oracle.update();
        uint256 price24h = oracle.price24h(address(dr));
        assertLt(price24h, oracle.price(address(dr)) * 90 / 100);
        assertEq(rights.usdrFor(100e18), 100 * price24h);
    }

    function test_buyPODpower_revertsWhenExpired() public {
        Power memory v = powerOf(alice, 100e18, bob);
        bytes memory signature = sign(digestOf(v, false));
        vm.warp(v.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IVouchers.VoucherExpired.selector, v.deadline));
        send(v, signature);
    }

    function test_buyPODpower_revertsWhenAnyFieldIsChanged() public {
        Power memory signed = powerOf(alice, 100e18, bob);
        bytes memory signature = sign(digestOf(signed, false));
        for (uint256 field = 0; field < 4; ++field) {
            Power memory v = powerOf(alice, 100e18, bob);
            if (field == 0) v.drAmount += 1;
            if (field == 1) v.usdrAmount -= 1;
            if (field == 2) v.referrer = treasury;
            if (field == 3) v.deadline += 1;
            vm.expectRevert(IVouchers.VoucherInvalid.selector);
            send(v, signature);
        }
        send(signed, signature);
    }

    function test_buyPODpower_revertsForAnotherAccount() public {
        equipForPower(treasury, 1_000e18, 1_000e18);
        Power memory v = powerOf(alice, 100e18, bob);
        bytes memory signature = sign(digestOf(v, false));
        v.account = treasury;
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_buyPODpowerAgain_revertsOnAFirstPurchasesSignatureAndWhenUsedTwice() public {
        send(powerOf(alice, 100e18, bob));
        Power memory v = powerOf(alice, 100e18, bob);
        bytes memory first = sign(digestOf(v, false));
        bytes memory signature = sign(digestOf(v, true));
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendAgain(v, first);
        sendAgain(v, signature);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        sendAgain(v, signature);
    }

    function test_buyPODpower_leavesNothingBehindWhenTheAccountCannotPay() public {
        Power memory v = powerOf(alice, 10_000e18, bob);
        vm.prank(alice);
        usdr.transfer(bob, 9_000e18);
        bytes memory signature = sign(digestOf(v, false));
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientBalance.selector);
        send(v, signature);
        assertEq(dr.balanceOf(alice), 10_000e18);
        (, bool bought) = rights.referrerOf(alice);
        assertFalse(bought);
    }

    function test_buyPODpower_revertsWhilePaused() public {
        Power memory v = powerOf(alice, 100e18, bob);
        bytes memory signature = sign(digestOf(v, false));
        vm.prank(pauser);
        rights.pause();
        vm.expectRevert(IVouchers.VouchersPaused.selector);
        send(v, signature);
        vm.expectRevert(IVouchers.VouchersPaused.selector);
        sendAgain(v, signature);
    }

    function test_setUsdrShareBps_takesEachBoundItselfAndIsAnnounced() public {
        uint256[2] memory bounds = [uint256(1_000), 9_000];
        uint256[2] memory usdrOfAHundred = [uint256(5e18) * 10 / 9, 450e18];
        for (uint256 i = 0; i < 2; ++i) {
            vm.expectEmit(address(rights));
            emit IDigitalRights.USDRShareSet(bounds[i]);
            vm.prank(address(timelock));
            rights.setUsdrShareBps(bounds[i]);
            assertEq(rights.usdrShareBps(), bounds[i]);
            assertEq(rights.usdrFor(100e18), usdrOfAHundred[i]);
        }
    }

    function test_constructor_announcesTheShare() public {
        IDigitalRights.Parts memory wired = parts();
        address at = vm.computeCreateAddress(address(this), vm.getNonce(address(this)) + 1);
        wired.nodeVault = newVault(setupOf(2, at), defaultCaps());
        vm.expectEmit(at);
        emit IDigitalRights.USDRShareSet(5_000);
        new DigitalRights(address(timelock), pauser, signer, address(0), wired);
    }

    function test_setUsdrShareBps_changesTheShareWithinItsBounds() public {
        assertEq(rights.usdrShareBps(), 5_000);
        throughTimelock(address(rights), abi.encodeCall(rights.setUsdrShareBps, (2_000)));
        assertEq(rights.usdrShareBps(), 2_000);
        assertEq(rights.usdrFor(100e18), 12.5e18); // a fifth in USDR: a quarter of the DR's 50 USDT
        vm.startPrank(address(timelock));
        vm.expectRevert(IDigitalRights.OutOfBounds.selector);
        rights.setUsdrShareBps(999);
        vm.expectRevert(IDigitalRights.OutOfBounds.selector);
        rights.setUsdrShareBps(9_001);
        vm.stopPrank();
        vm.expectRevert(IVouchers.NotAdmin.selector);
        rights.setUsdrShareBps(5_000);
    }
}
