// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Fixture} from "../support/Fixture.sol";

/// @notice Costs of calls that a user has made before, as whole transactions (run with `--isolate`,
/// which adds the 21,000 of a transaction and its data). A budget broken is a test failed. Written to
/// snapshots/ for the bench.
/// forge-config: default.isolate = true
/// forge-config: full.isolate = true
contract GasTest is Fixture {
    uint256 internal constant WITHDRAW_BUDGET = 95_000;
    uint256 internal constant BUY_TEN_BUDGET = 143_000;
    uint256 internal constant ACTIVATE_TEN_BUDGET = 106_000;
    /// @dev 0.8 of what the bench measures of `stake`: 99,228.
    uint256 internal constant RENEW_TEN_BUDGET = 79_300;
    uint256 internal constant SWAP_BUDGET = 139_400;
    /// @dev The first payment for a part of a purchase writes one slot more, once.
    uint256 internal constant ACTIVATE_PART_BUDGET = 115_000;

    function setUp() public override {
        super.setUp();
        equip(alice, 100_000e18, 1_000_000e18);
        equip(bob, 100_000e18, 1_000_000e18);
        usdt.transfer(treasury, 1e18);
        emission.release();
        send(buyOf(alice, 1));
        send(activateOf(alice, idsOf(1, 1), 1));
        send(withdrawOf(alice, 100e18));
        send(withdrawOf(alice, 100e18));
        oracle.update();
    }

    function test_gas_buyMachine_ofTen() public {
        skip(1 hours);
        send(buyOf(alice, 10));
        _within("buyMachine of 10", BUY_TEN_BUDGET);
    }

    function test_gas_buyMachine_ofTen_onActivePair() public {
        _tradeForAnHour();
        send(buyOf(alice, 10));
        _within("buyMachine of 10, active pair", BUY_TEN_BUDGET);
    }

    function test_gas_activateMachine_tenOfOnePurchase() public {
        send(buyOf(alice, 10));
        skip(1 hours);
        send(activateOf(alice, idsOf(2, 10), 1));
        _within("activateMachine of 10, first time", ACTIVATE_TEN_BUDGET);
        skip(1 hours);
        send(activateOf(alice, idsOf(2, 10), 1));
        _within("activateMachine of 10, renewal", ACTIVATE_TEN_BUDGET);
    }

    function test_gas_activateMachine_tenOfOnePurchase_onActivePair() public {
        send(buyOf(alice, 10));
        _tradeForAnHour();
        send(activateOf(alice, idsOf(2, 10), 1));
        _within("activateMachine of 10, first time, active pair", ACTIVATE_TEN_BUDGET);
    }

    function test_gas_renew_tenOfOnePurchase() public {
        send(buyOf(alice, 10));
        skip(1 hours);
        send(activateOf(alice, idsOf(2, 10), 1));
        skip(1 hours);
        vm.prank(alice);
        rights.renew(idsOf(2, 10), 1);
        _within("renew of 10", RENEW_TEN_BUDGET);
    }

    function test_gas_renew_tenOfOnePurchase_onActivePair() public {
        send(buyOf(alice, 10));
        skip(1 hours);
        send(activateOf(alice, idsOf(2, 10), 1));
        _tradeForAnHour();
        vm.prank(alice);
        rights.renew(idsOf(2, 10), 1);
        _within("renew of 10, active pair", RENEW_TEN_BUDGET);
    }

    /// @dev Not the whole purchase: its machines get times of their own.
    function test_gas_activateMachine_tenOfTwenty() public {
        send(buyOf(alice, 20));
        skip(1 hours);
        send(activateOf(alice, idsOf(2, 10), 1));
        _within("activateMachine of 10 of 20, first time", ACTIVATE_PART_BUDGET);
        send(activateOf(alice, idsOf(2, 10), 1));
        _within("activateMachine of 10 of 20, renewal", ACTIVATE_TEN_BUDGET);
    }

    function test_gas_activateMachine_hundredOfOnePurchase() public {
        send(buyOf(alice, 100));
        skip(1 hours);
        send(activateOf(alice, idsOf(2, 100), 1));
        _within("activateMachine of 100", 150_000);
    }

    function test_gas_withdrawDR_dailyUser() public {
        skip(26 hours);
        send(withdrawOf(alice, 100e18));
        _within("withdrawDR, daily user", WITHDRAW_BUDGET);
    }

    /// @dev To the minute: two days' amounts count at once.
    function test_gas_withdrawDR_every24Hours() public {
        for (uint256 day = 0; day < 4; ++day) {
            skip(24 hours);
            send(withdrawOf(alice, 100e18));
            _within("withdrawDR, every 24 hours", WITHDRAW_BUDGET);
        }
    }

    function test_gas_withdrawDR_sameHour() public {
        send(withdrawOf(alice, 100e18));
        _within("withdrawDR, again in the same hour", WITHDRAW_BUDGET);
    }

    /// @dev A vault that pays every hour, a user who comes every 26 hours.
    function test_gas_withdrawDR_busyVault() public {
        for (uint256 i = 0; i < 52; ++i) {
            skip(1 hours);
            send(withdrawOf(bob, 10e18));
        }
        skip(1 hours);
        send(withdrawOf(alice, 100e18));
        _within("withdrawDR, busy vault", WITHDRAW_BUDGET);
    }

    function test_gas_buyPODpower() public {
        equipForPower(alice, 10_000e18, 10_000e18);
        equipForPower(treasury, 0, 1e18);
        skip(1 hours);
        send(powerOf(alice, 1_000e18, bob));
        _within("buyPODpower", 150_000);
        skip(1 hours);
        sendAgain(powerOf(alice, 1_000e18, bob));
        _within("buyPODpowerAgain", 130_000);
    }

    function test_gas_deposit() public {
        for (uint256 i = 0; i < 2; ++i) {
            skip(1 hours);
            vm.prank(alice);
            rights.deposit(address(usdt), 100e18, 6, 1);
            _within(i == 0 ? "deposit, first" : "deposit", i == 0 ? 160_000 : 110_000);
        }
    }

    function test_gas_withdrawUSDT_dailyUser() public {
        usdt.transfer(address(nodeVault), 100_000e18);
        dr.transfer(alice, 1_000e18);
        vm.prank(alice);
        dr.approve(address(nodeVault), APPROVAL);
        for (uint256 i = 0; i < 3; ++i) {
            skip(26 hours);
            sendUsdt(nodeVault, withdrawUsdtOf(nodeVault, alice, 100e18));
        }
        _within("withdrawUSDT, daily user", 128_000);
    }

    /// @dev 1.4 times what the bench measures of a V2 router's one-hop swap: 99,580.
    function test_gas_swapToken() public {
        usdt.transfer(address(exchange), 100_000e18);
        dr.transfer(address(exchange), 100_000e18);
        drgv.transfer(address(exchange), 100_000e18);
        dr.transfer(alice, 10_000e18);
        vm.startPrank(alice);
        usdt.approve(address(exchange), APPROVAL);
        dr.approve(address(exchange), APPROVAL);
        vm.stopPrank();
        send(swapOf(alice, 100e18, address(usdt), address(dr)));
        send(swapOf(alice, 100e18, address(dr), address(usdt)));
        send(swapOf(alice, 100e18, address(dr), address(drgv)));
        skip(26 hours);
        send(swapOf(alice, 100e18, address(usdt), address(dr)));
        _within("swapToken, USDT to DR", SWAP_BUDGET);
        send(swapOf(alice, 100e18, address(dr), address(usdt)));
        _within("swapToken, DR to USDT", SWAP_BUDGET);
        send(swapOf(alice, 100e18, address(dr), address(drgv)));
        _within("swapToken, DR to DRGV", SWAP_BUDGET);
        exchange.flushFees();
        _within("flushFees", 95_000);
    }

    function test_gas_recordDepths() public {
        exchange.recordDepths();
        exchange.recordDepths();
        _within("recordDepths", pricedTokens().length * 44_000);
    }

    /// @dev As a keeper does, on pools that trade all day.
    function test_gas_recordDepths_activePairs() public {
        for (uint256 i = 0; i < 150; ++i) {
            skip(10 minutes);
            oracle.update();
            swap(address(usdt), address(drgv), 1e18);
            swap(address(usdt), address(dr), 1e18);
        }
        for (uint256 i = 0; i < 2; ++i) {
            skip(4 minutes);
            exchange.recordDepths();
        }
        _within("recordDepths, active pairs", pricedTokens().length * 62_000);
    }

    function test_gas_emission_release() public {
        skip(1 hours);
        emission.release();
        _within("release", 80_000);
    }

    function test_gas_oracle_update() public {
        skip(2 hours);
        oracle.update();
        skip(35 hours);
        oracle.update();
        _within("oracle update", pricedTokens().length * 75_000);
    }

    /// @dev After a day of observations, so that both averages are there.
    function _tradeForAnHour() private {
        letPass(25 hours);
        for (uint256 i = 0; i < 12; ++i) {
            skip(5 minutes);
            oracle.update();
            swap(address(usdt), address(drgv), 1e18);
        }
    }

    function _within(string memory name, uint256 budget) private {
        uint256 gas = vm.snapshotGasLastCall(name);
        emit log_named_uint(name, gas);
        assertLe(gas, budget, name);
    }
}
