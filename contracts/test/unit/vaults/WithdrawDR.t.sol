// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../../support/Fixture.sol";

contract WithdrawDRTest is Fixture {
    function setUp() public override {
        super.setUp();
        emission.release(); // a day's 20,000 DR
        dr.transfer(address(vault), 30_000e18);
    }

    function test_withdrawDR_paysTheCallerAndBurnsFivePercent() public {
        uint256 supply = dr.totalSupply();
        send(withdrawOf(alice, 1_000e18));
        assertEq(dr.balanceOf(alice), 950e18);
        assertEq(dr.totalSupply(), supply - 50e18);
        assertEq(dr.balanceOf(address(vault)), 49_000e18);
        assertEq(vault.paid(alice, address(dr)), 1_000e18);
        assertEq(vault.paid(bob, address(dr)), 0);
        assertEq(vault.totalPaid(address(dr)), 1_000e18);
    }

    function test_withdrawDR_emitsWhatTheIndexerReads() public {
        Withdraw memory v = withdrawOf(alice, 1_000e18);
        v.orderId = 0x019aa1b2c3d47e5f8a6b7c8d9e0f1a2b;
        bytes32 digest = digestOf(v);
        vm.expectEmit(address(vault));
        emit IWithdrawalVault.WithdrawnDR(alice, 0, v.orderId, 1_000e18, 50e18, digest);
        send(v);
        assertEq(vault.nonces(alice), 1);
        assertEq(vault.lastOrderId(alice), v.orderId);
        v = withdrawOf(alice, 1_000e18);
        digest = digestOf(v);
        vm.expectEmit(address(vault));
        emit IWithdrawalVault.WithdrawnDR(alice, 1, v.orderId, 1_000e18, 50e18, digest);
        send(v);
    }

    function test_withdrawDR_burnsRoundedDown() public {
        assertEq(vault.burnAmountOf(19), 0);
        assertEq(vault.burnAmountOf(20), 1);
        Withdraw memory v = withdrawOf(alice, 19);
        send(v);
        assertEq(dr.balanceOf(alice), 19);
        send(withdrawOf(alice, 39));
        assertEq(dr.balanceOf(alice), 19 + 38);
    }

    function test_withdrawDR_succeedsInTheSecondOfTheDeadline() public {
        Withdraw memory v = withdrawOf(alice, 100e18);
        vm.warp(v.deadline);
        send(v);
        assertEq(dr.balanceOf(alice), 95e18);
    }

    function test_withdrawDR_revertsWhenExpired() public {
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes memory signature = sign(digestOf(v));
        vm.warp(v.deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(IVouchers.VoucherExpired.selector, v.deadline));
        send(v, signature);
    }

    function test_withdrawDR_revertsWhenUsedTwice() public {
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes memory signature = sign(digestOf(v));
        send(v, signature);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_withdrawDR_revertsWhenOrderReused() public {
        Withdraw memory v = withdrawOf(alice, 100e18);
        v.orderId = 77;
        send(v);
        for (uint256 orderId = 76; orderId <= 77; ++orderId) {
            v = withdrawOf(alice, 100e18);
            v.orderId = orderId;
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(abi.encodeWithSelector(IVouchers.OrderIdNotAscending.selector, orderId, 77));
            send(v, signature);
        }
    }

    function test_withdrawDR_revertsWhenTheOrderIdIsZeroOrTooLarge() public {
        Withdraw memory v = withdrawOf(alice, 100e18);
        v.orderId = 0;
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IVouchers.OrderIdNotAscending.selector, 0, 0));
        send(v, signature);
        v.orderId = uint256(type(uint128).max) + 1;
        signature = sign(digestOf(v));
        vm.expectRevert(abi.encodeWithSelector(IVouchers.OrderIdNotAscending.selector, v.orderId, 0));
        send(v, signature);
    }

    function test_withdrawDR_letsTwoAccountsUseTheSameOrderId() public {
        Withdraw memory v = withdrawOf(alice, 100e18);
        send(v);
        v = withdrawOf(bob, 100e18);
        send(v);
        assertEq(vault.lastOrderId(alice), vault.lastOrderId(bob));
    }

    function test_withdrawDR_revertsForAnotherAccount() public {
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes memory signature = sign(digestOf(v));
        v.account = bob;
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        send(v, signature);
    }

    function test_withdrawDR_revertsWhenAnyFieldIsChanged() public {
        Withdraw memory signed = withdrawOf(alice, 100e18);
        bytes memory signature = sign(digestOf(signed));
        for (uint256 field = 0; field < 4; ++field) {
            Withdraw memory v = withdrawOf(alice, 100e18);
            if (field == 0) (v.amount, v.burnAmount) = (200e18, 10e18);
            if (field == 1) v.orderId += 1;
            if (field == 2) v.deadline += 1;
            if (field == 3) v.burnAmount -= 1;
            vm.expectRevert(IVouchers.VoucherInvalid.selector);
            send(v, signature);
        }
        send(signed, signature);
    }

    function test_withdrawDR_revertsOnAVoucherForAnotherVault() public {
        WithdrawalVault other = deflationVault;
        Withdraw memory v = withdrawOf(alice, 100e18);
        bytes memory signature = sign(digestOf(v));
        vm.prank(alice);
        vm.expectRevert(IVouchers.VoucherInvalid.selector);
        other.withdrawDR(v.amount, v.burnAmount, v.orderId, v.deadline, signature);
    }

    function test_withdrawDR_revertsWhenTheBurnIsNotExact() public {
        for (uint256 i = 0; i < 2; ++i) {
            Withdraw memory v = withdrawOf(alice, 100e18);
            v.burnAmount = i == 0 ? 5e18 - 1 : 5e18 + 1;
            bytes memory signature = sign(digestOf(v));
            vm.expectRevert(abi.encodeWithSelector(IWithdrawalVault.BurnAmountWrong.selector, v.burnAmount, 5e18));
            send(v, signature);
        }
    }

    function test_withdrawDR_revertsWhenTheAmountIsZero() public {
        Withdraw memory v = withdrawOf(alice, 0);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        send(v, signature);
    }

    function test_withdrawDR_revertsAboveTheAccountsDay() public {
        skip(100 days);
        emission.release(); // 2,050,000 DR in the vault: 5 % are 102,500, a quarter of that more than an account may take
        send(withdrawOf(alice, 20_000e18));
        Withdraw memory v = withdrawOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IWithdrawalVault.AccountDailyCapExceeded.selector, 1, 20_000e18, 20_000e18)
        );
        send(v, signature);
        (uint256 used, uint256 limit) = vault.accountDaily(alice, address(dr));
        assertEq(used, 20_000e18);
        assertEq(limit, 20_000e18);
        send(withdrawOf(bob, 20_000e18));
        skip(25 hours);
        send(withdrawOf(alice, 1));
    }

    /// @dev 5 % of 20 base units are one, of 19 none: where nothing is burned, nothing is said of a burn
    /// either.
    function test_withdrawDR_burnsASingleBaseUnitAndSaysNothingOfNone() public {
        uint256 supply = dr.totalSupply();
        send(withdrawOf(alice, 20));
        assertEq(dr.totalSupply(), supply - 1);
        assertEq(dr.balanceOf(alice), 19);
        Withdraw memory v = withdrawOf(alice, 19);
        bytes memory signature = sign(digestOf(v));
        vm.expectCall(address(dr), abi.encodeCall(dr.burn, (0)), 0);
        send(v, signature);
        assertEq(dr.totalSupply(), supply - 1);
        assertEq(dr.balanceOf(alice), 38);
    }

    function test_withdrawDR_revertsAboveALimitInOneGo() public {
        Withdraw memory v = withdrawOf(alice, 50_000e18 + 1); // the vault's floor
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IWithdrawalVault.VaultDailyCapExceeded.selector, 50_000e18 + 1, 0, 50_000e18)
        );
        send(v, signature);
        v = withdrawOf(alice, 12_500e18 + 1);
        signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IWithdrawalVault.AccountDailyCapExceeded.selector, 12_500e18 + 1, 0, 12_500e18)
        );
        send(v, signature);
    }

    function test_withdrawDR_revertsAboveTheVaultsDay() public {
        skip(250 days);
        emission.release(); // 5,050,000 DR in the vault: 5 % are 252,500
        for (uint160 i = 1; i <= 12; ++i) {
            send(withdrawOf(address(i + 0xABC), 20_000e18));
        }
        (uint256 used, uint256 limit) = vault.vaultDaily(address(dr));
        assertEq(used, 240_000e18);
        assertEq(limit, 252_500e18);
        Withdraw memory v = withdrawOf(alice, 12_500e18 + 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(
                IWithdrawalVault.VaultDailyCapExceeded.selector, 12_500e18 + 1, 240_000e18, 252_500e18
            )
        );
        send(v, signature);
        send(withdrawOf(alice, 12_500e18));
    }

    function test_withdrawDR_paysUpToTheFloorOutOfAYoungVault() public {
        (uint256 used, uint256 limit) = vault.vaultDaily(address(dr));
        assertEq(used, 0);
        assertEq(limit, 50_000e18); // 5 % of 50,000 would be 2,500
        send(withdrawOf(alice, 12_500e18));
        send(withdrawOf(bob, 12_500e18));
        send(withdrawOf(pauser, 12_500e18));
        send(withdrawOf(treasury, 12_500e18 - 1));
        Withdraw memory v = withdrawOf(proposer, 2);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IWithdrawalVault.VaultDailyCapExceeded.selector, 2, 50_000e18 - 1, 50_000e18)
        );
        send(v, signature);
        send(withdrawOf(proposer, 1));
    }

    /// @dev The audit's L-6: one account, an honest one even, took the whole vault's day in the second it
    /// began.
    function test_attack_oneAccountTakesAQuarterOfTheVaultsDayAtMost() public {
        vm.prank(address(timelock));
        vault.setCaps(address(dr), IWithdrawalVault.Caps(500, 1_000e18, 20_000e18)); // deployments/56.example.json
        skip(60 hours);
        emission.release(); // 100,000 DR: the vault pays 5,000 a day
        (, uint256 limit) = vault.accountDaily(alice, address(dr));
        assertEq(limit, 1_250e18);
        send(withdrawOf(alice, 1_250e18));
        Withdraw memory v = withdrawOf(alice, 1);
        bytes memory signature = sign(digestOf(v));
        vm.expectRevert(
            abi.encodeWithSelector(IWithdrawalVault.AccountDailyCapExceeded.selector, 1, 1_250e18, 1_250e18)
        );
        send(v, signature);
        send(withdrawOf(bob, 1_250e18));
    }

    /// @dev The vault pays 1,000 DR a day, but a quarter of that may be less than the minimum withdrawal
    /// there can be.
    function test_withdrawDR_paysOneAccountTheGreatestMinimumOutOfTheSmallestVault() public {
        vm.startPrank(address(vault));
        dr.transfer(bob, dr.balanceOf(address(vault)) - 1_000e18);
        vm.stopPrank();
        vm.prank(address(timelock));
        vault.setCaps(address(dr), IWithdrawalVault.Caps(100, 1_000e18, 1_000e18));
        (, uint256 limit) = vault.accountDaily(alice, address(dr));
        assertEq(limit, 1_000e18);
        send(withdrawOf(alice, 1_000e18));
    }
}
