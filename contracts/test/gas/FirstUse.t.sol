// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {DigitDraw} from "../../src/DigitDraw.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Costs of calls that a user makes for the first time, as whole transactions: the dearest use of each,
/// since it writes the account's nonce, balances and daily amounts for the first time. A budget broken is a
/// test failed: by these budgets the app says that BNB is missing (apps/web/src/chain/calls/gas.rules.ts,
/// whose test reads them here).
/// forge-config: default.isolate = true
/// forge-config: full.isolate = true
contract FirstUseGasTest is Fixture {
    uint256 private constant BUY = 156_000;
    uint256 private constant ACTIVATE = 105_000;
    uint256 private constant ACTIVATE_ELEVEN_PURCHASES = 411_000;
    uint256 private constant RENEW = 91_000;
    uint256 private constant RENEW_ELEVEN_PURCHASES = 397_000;
    uint256 private constant WITHDRAW_DR = 197_000;
    uint256 private constant WITHDRAW_USDT = 231_000;
    uint256 private constant SWAP = 233_000;
    uint256 private constant POD = 158_000;
    uint256 private constant DEPOSIT = 160_000;
    uint256 private constant WRAP = 109_000;
    uint256 private constant UNWRAP = 69_000;
    uint256 private constant DRAW = 180_000;
    address private immutable sponsor = makeAddr("sponsor");

    function test_gas_buyMachine() public {
        equip(alice, 100_000e18, 1_000_000e18);
        send(buyOf(alice, 100));
        _within("buyMachine", BUY);
    }

    function test_gas_activateMachine() public {
        equip(alice, 100_000e18, 1_000_000e18);
        send(buyOf(alice, 2));
        skip(1 hours);
        send(activateOf(alice, idsOf(1, 1), 1));
        _within("activateMachine", ACTIVATE);
    }

    /// @dev Each machine of a purchase of its own: none of them shares what is written for another.
    function test_gas_activateMachine_ofElevenPurchases() public {
        equip(alice, 100_000e18, 1_000_000e18);
        for (uint256 i = 0; i < 11; ++i) {
            send(buyOf(alice, 2));
        }
        uint256[] memory ids = new uint256[](11);
        for (uint256 i = 0; i < 11; ++i) {
            ids[i] = idsOf(i + 1, 1)[0];
        }
        skip(1 hours);
        send(activateOf(alice, ids, 1));
        _within("activateMachine of 11 purchases", ACTIVATE_ELEVEN_PURCHASES);
    }

    function test_gas_renew() public {
        equip(alice, 100_000e18, 1_000_000e18);
        send(buyOf(alice, 2));
        skip(1 hours);
        vm.prank(alice);
        rights.renew(idsOf(1, 1), 1);
        _within("renew", RENEW);
    }

    /// @dev Each machine of a purchase of its own.
    function test_gas_renew_ofElevenPurchases() public {
        equip(alice, 100_000e18, 1_000_000e18);
        for (uint256 i = 0; i < 11; ++i) {
            send(buyOf(alice, 2));
        }
        uint256[] memory ids = new uint256[](11);
        for (uint256 i = 0; i < 11; ++i) {
            ids[i] = idsOf(i + 1, 1)[0];
        }
        skip(1 hours);
        vm.prank(alice);
        rights.renew(ids, 1);
        _within("renew of 11 purchases", RENEW_ELEVEN_PURCHASES);
    }

    function test_gas_withdrawDR() public {
        emission.release();
        skip(1 hours);
        send(withdrawOf(alice, 100e18));
        _within("withdrawDR", WITHDRAW_DR);
    }

    function test_gas_withdrawUSDT() public {
        usdt.transfer(address(nodeVault), 100_000e18);
        dr.transfer(alice, 1_000e18);
        vm.prank(alice);
        dr.approve(address(nodeVault), APPROVAL);
        sendUsdt(nodeVault, withdrawUsdtOf(nodeVault, alice, 100e18));
        _within("withdrawUSDT", WITHDRAW_USDT);
    }

    function test_gas_swapToken() public {
        usdt.transfer(address(exchange), 100_000e18);
        drgv.transfer(address(exchange), 100_000e18);
        dr.transfer(alice, 10_000e18);
        vm.prank(alice);
        dr.approve(address(exchange), APPROVAL);
        send(swapOf(alice, 100e18, address(dr), address(drgv)));
        _within("swapToken", SWAP);
    }

    function test_gas_buyPODpower() public {
        equipForPower(alice, 10_000e18, 10_000e18);
        send(powerOf(alice, 1_000e18, bob));
        _within("buyPODpower", POD);
    }

    function test_gas_deposit() public {
        equip(alice, 100_000e18, 0);
        vm.prank(alice);
        rights.deposit(address(usdt), 100e18, 6, 1);
        _within("deposit", DEPOSIT);
    }

    function test_gas_wrap() public {
        usdt.transfer(alice, 100e18);
        vm.startPrank(alice);
        usdt.approve(address(usdr), APPROVAL);
        usdr.depositFor(alice, 50e18);
        vm.stopPrank();
        _within("wrap", WRAP);
    }

    function test_gas_unwrap() public {
        usdt.approve(address(usdr), 100e18);
        usdr.depositFor(alice, 100e18);
        vm.prank(alice);
        usdr.withdrawTo(alice, 50e18);
        _within("unwrap", UNWRAP);
    }

    function test_gas_enterDraw() public {
        DigitDraw draw = new DigitDraw(IBurnable(address(dr)), makeAddr("admin"), treasury, sponsor);
        dr.transfer(sponsor, 100_000e18);
        dr.transfer(alice, 100e18);
        vm.prank(alice);
        dr.approve(address(draw), APPROVAL);
        vm.startPrank(sponsor);
        dr.approve(address(draw), APPROVAL);
        draw.fundPot(9_000e18, "prizes");
        draw.postBond(5_000e18);
        uint256 drawId = draw.open(keccak256("commitment"), 20);
        vm.stopPrank();
        vm.prank(alice);
        draw.enter(drawId, 7, 10e18);
        _within("enterDraw", DRAW);
    }

    function _within(string memory name, uint256 budget) private {
        uint256 gas = vm.snapshotGasLastCall(name);
        emit log_named_uint(name, gas);
        assertLe(gas, budget, name);
    }
}
