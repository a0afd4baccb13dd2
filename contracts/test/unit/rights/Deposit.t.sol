// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";

import {IDigitalRights} from "../../../src/interfaces/IDigitalRights.sol";
import {IVouchers} from "../../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {Fixture} from "../../support/Fixture.sol";

/// @notice A token that burns a hundredth of each transfer.
contract FeeToken is ERC20("Fee", "FEE") {
    constructor() {
        _mint(msg.sender, 1_000_000e18);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) _burn(to, value / 100);
    }
}

contract DepositTest is Fixture {
    function setUp() public override {
        super.setUp();
        equip(alice, 10_000e18, 10_000e18);
        equipForPower(alice, 10_000e18, 10_000e18);
    }

    function test_deposit_movesThePrincipalToTheNodeVaultAndIsRecordedThere() public {
        vm.startPrank(alice);
        rights.deposit(address(usdt), 1_000e18, 6, 1);
        rights.deposit(address(usdt), 500e18, 7, 1);
        rights.deposit(address(dr), 300e18, 7, 1);
        vm.stopPrank();
        assertEq(usdt.balanceOf(address(nodeVault)), 1_500e18);
        assertEq(dr.balanceOf(address(nodeVault)), 300e18);
        assertEq(usdt.balanceOf(alice), 8_500e18);
        assertEq(usdt.balanceOf(address(rights)), 0);
        assertEq(nodeVault.credited(alice, address(usdt)), 1_500e18);
        assertEq(nodeVault.credited(alice, address(dr)), 300e18);
        assertEq(nodeVault.credited(bob, address(usdt)), 0);
        assertEq(nodeVault.totalDeposited(address(usdt)), 1_500e18);
        assertEq(nodeVault.totalDeposited(address(dr)), 300e18);
    }

    function test_deposit_emitsWhatTheIndexerReadsWithBothPrices() public {
        vm.expectEmit(address(rights));
        emit IDigitalRights.Deposited(alice, address(dr), 100e18, 7, 1, 0.5e18, 0.5e18);
        vm.expectEmit(address(nodeVault));
        emit IWithdrawalVault.DepositRecorded(alice, address(dr), 100e18);
        vm.prank(alice);
        rights.deposit(address(dr), 100e18, 7, 1);
    }

    /// @dev A trade that no one recorded an observation before leaves no average; the deposit goes on without
    /// one.
    function test_deposit_saysZeroWhereThereIsNoPrice() public {
        swap(address(usdt), address(dr), 1_000e18);
        vm.expectEmit(address(rights));
        emit IDigitalRights.Deposited(alice, address(usdt), 100e18, 6, 1, 0, 0);
        vm.prank(alice);
        rights.deposit(address(usdt), 100e18, 6, 1);
    }

    /// @dev The 30-minute average first, the day's second.
    function test_deposit_tellsTheTwoAveragesApart() public {
        for (uint256 i = 0; i < 25; ++i) {
            oracle.update();
            skip(1 hours);
        }
        swap(address(usdt), address(dr), 100_000e18);
        for (uint256 i = 0; i < 9; ++i) {
            skip(5 minutes);
            oracle.update();
        }
        (uint256 price, uint256 day) = (oracle.price(address(dr)), oracle.price24h(address(dr)));
        assertGt(price, day);
        vm.expectEmit(address(rights));
        emit IDigitalRights.Deposited(alice, address(usdt), 100e18, 6, 1, price, day);
        vm.prank(alice);
        rights.deposit(address(usdt), 100e18, 6, 1);
    }

    /// @dev An hour after a first trade there is a short average and none of the day.
    function test_deposit_saysTheShortAverageWhereThereIsNoneOfTheDay() public {
        swap(address(usdt), address(dr), 1_000e18);
        for (uint256 i = 0; i < 9; ++i) {
            oracle.update();
            skip(5 minutes);
        }
        swap(address(usdt), address(dr), 1e18);
        uint256 price = oracle.price(address(dr));
        vm.expectEmit(address(rights));
        emit IDigitalRights.Deposited(alice, address(usdt), 100e18, 6, 1, price, 0);
        vm.prank(alice);
        rights.deposit(address(usdt), 100e18, 6, 1);
    }

    /// @dev A token that keeps a share of each transfer, as BSC-USD does not, would be recorded for more than
    /// came.
    function test_deposit_revertsWhenLessArrivesThanWasSent() public {
        FeeToken token = new FeeToken();
        IDigitalRights.Parts memory wired = parts();
        wired.usdt = IERC20(address(token));
        rights = newRights(wired);
        token.transfer(alice, 1_000e18);
        vm.startPrank(alice);
        token.approve(address(rights), APPROVAL);
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.AmountReceivedWrong.selector, 99e18, 100e18));
        rights.deposit(address(token), 100e18, 6, 1);
    }

    function test_deposit_takesAnyPackageIdSinceTheServerReturnsWhatFitsNone() public {
        vm.prank(alice);
        rights.deposit(address(usdt), 1e18, type(uint256).max, 1);
        assertEq(nodeVault.credited(alice, address(usdt)), 1e18);
    }

    function test_deposit_revertsForAnotherToken() public {
        vm.startPrank(alice);
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.TokenNotSupported.selector, address(drgv)));
        rights.deposit(address(drgv), 1e18, 6, 1);
        vm.expectRevert(abi.encodeWithSelector(IDigitalRights.TokenNotSupported.selector, address(usdr)));
        rights.deposit(address(usdr), 1e18, 6, 1);
    }

    function test_deposit_revertsForAnotherOrderKind() public {
        vm.startPrank(alice);
        for (uint256 kind = 0; kind < 4; ++kind) {
            if (kind == 1) continue;
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.OrderKindInvalid.selector, kind));
            rights.deposit(address(usdt), 1e18, 6, kind);
        }
    }

    /// @dev The audit's I-6: a base unit was a row in the ledger for good.
    function test_attack_depositTakesNoDust() public {
        vm.startPrank(alice);
        uint256[2] memory amounts = [uint256(0), 1e18 - 1];
        for (uint256 i = 0; i < amounts.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(IDigitalRights.AmountTooSmall.selector, amounts[i], 1e18));
            rights.deposit(address(dr), amounts[i], 6, 1);
        }
        rights.deposit(address(dr), 1e18, 6, 1);
    }

    function test_deposit_revertsWhilePausedAndGoesOnWithoutASigner() public {
        revokeAll(rights);
        vm.prank(alice);
        rights.deposit(address(usdt), 1e18, 6, 1);
        vm.prank(pauser);
        rights.pause();
        vm.prank(alice);
        vm.expectRevert(IVouchers.VouchersPaused.selector);
        rights.deposit(address(usdt), 1e18, 6, 1);
    }

    function test_deposit_revertsWhenTheAccountCannotPayAndRecordsNothing() public {
        vm.prank(bob);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientAllowance.selector);
        rights.deposit(address(usdt), 1e18, 6, 1);
        vm.prank(alice);
        vm.expectPartialRevert(IERC20Errors.ERC20InsufficientBalance.selector);
        rights.deposit(address(usdt), 10_001e18, 6, 1);
        assertEq(nodeVault.totalDeposited(address(usdt)), 0);
    }

    function testFuzz_deposit_isRecordedToTheLastBaseUnit(uint256[4] memory amounts) public {
        uint256 sum;
        for (uint256 i = 0; i < 4; ++i) {
            uint256 amount = bound(amounts[i], 1e18, 2_500e18);
            vm.prank(alice);
            rights.deposit(address(usdt), amount, i, 1);
            sum += amount;
        }
        assertEq(nodeVault.credited(alice, address(usdt)), sum);
        assertEq(usdt.balanceOf(address(nodeVault)), sum);
    }
}
