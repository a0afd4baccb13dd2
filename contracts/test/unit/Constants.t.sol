// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {DigitDraw} from "../../src/DigitDraw.sol";
import {PriceOracle} from "../../src/PriceOracle.sol";
import {ResultRegistry} from "../../src/ResultRegistry.sol";
import {TreasuryVesting} from "../../src/TreasuryVesting.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IBurnable} from "../../src/interfaces/IBurnable.sol";
import {Fixture} from "../support/Fixture.sol";

/// @notice Numbers that are fixed in the code permanently; README and terms say the same.
contract ConstantsTest is Fixture {
    function test_vaults_haveTheirBounds() public view {
        WithdrawalVault[3] memory vaults = [vault, deflationVault, nodeVault];
        for (uint256 i = 0; i < 3; ++i) {
            WithdrawalVault one = vaults[i];
            assertEq(one.INDEX(), i);
            assertEq(one.BURN_BPS_MAX(), 1_000);
            assertEq(one.BURN_BPS_INITIAL(), 500);
            assertEq(one.burnBps(), 500);
            assertEq(one.USDT_BURN_MIN_BPS(), 9_000);
            assertEq(one.VAULT_DAILY_BPS_MIN(), 100);
            assertEq(one.VAULT_DAILY_BPS_MAX(), 1_000);
            assertEq(one.DR_DAILY_FLOOR_MIN(), 1_000e18);
            assertEq(one.USDT_DAILY_FLOOR_MIN(), 100e18);
            assertEq(one.VAULT_DAILY_FLOOR_MAX(), 100_000e18);
            assertEq(one.ACCOUNT_DAILY_MIN(), 1_000e18);
            assertEq(one.ACCOUNT_DAILY_MAX(), 1_000_000e18);
            assertEq(one.ACCOUNT_DAILY_PARTS(), 4);
        }
        assertEq(vault.VOUCHER_LIFE_MAX(), 3_600);
        assertEq(vault.PAUSE_DURATION(), 604_800);
        assertEq(vault.PAUSE_REST(), 604_800);
    }

    function test_digitalRights_hasItsBounds() public view {
        assertEq(rights.BUY_BATCH_MAX(), 100);
        assertEq(rights.ACTIVATE_BATCH_MAX(), 100);
        assertEq(rights.MACHINE_VALUE_MIN(), 1e18);
        assertEq(rights.MACHINE_VALUE_MAX(), 100_000e18);
        assertEq(rights.DRGV_SHARE_BPS_MIN(), 500);
        assertEq(rights.DRGV_SHARE_BPS_MAX(), 9_500);
        assertEq(rights.ELECTRICITY_FEE_PER_PERIOD(), 6e18);
        assertEq(rights.PERIOD_DURATION(), 2_592_000);
        assertEq(rights.PERIOD_MAX(), 60);
        assertEq(rights.PRICE_TOLERANCE_BPS(), 500);
        assertEq(rights.POD_DR_MIN(), 10e18);
        assertEq(rights.USDR_SHARE_BPS_MIN(), 1_000);
        assertEq(rights.USDR_SHARE_BPS_MAX(), 9_000);
        assertEq(rights.USDR_SHARE_BPS_INITIAL(), 5_000);
        assertEq(rights.ORDER_KIND_SUBSCRIBE(), 1);
        assertEq(rights.DEPOSIT_MIN(), 1e18);
    }

    function test_exchangeAndFunding_haveTheirBounds() public view {
        assertEq(exchange.SWAP_LIFE_MAX(), 120);
        assertEq(exchange.FEE_TO_NODE_BPS(), 3_600);
        assertEq(exchange.PRICE_TOLERANCE_BPS(), 500);
        assertEq(exchange.FEE_BPS_MAX(), 100);
        assertEq(exchange.FEE_BPS_INITIAL(), 30);
        assertEq(exchange.DAILY_BPS_MIN(), 100);
        assertEq(exchange.DAILY_BPS_MAX(), 2_000);
        assertEq(exchange.DAILY_FLOOR_MAX(), 1_000_000e18);
        assertEq(funding.TO_NODE_BPS(), 2_000);
        assertEq(funding.AMOUNT_MIN(), 1e18);
        assertEq(funding.MEMO_MAX(), 140);
    }

    function test_oracleEmissionAndTimelock_haveTheirTimes() public view {
        assertEq(oracle.SHORT_WINDOW(), 1_800);
        assertEq(oracle.SHORT_SLACK(), 900);
        assertEq(oracle.SHORT_PERIOD(), 300);
        assertEq(oracle.LONG_WINDOW(), 86_400);
        assertEq(oracle.LONG_SLACK(), 21_600);
        assertEq(oracle.LONG_PERIOD(), 3_600);
        assertEq(oracle.MIN_DEPTH(), MIN_DEPTH);
        assertEq(emission.DAILY_RATE_INITIAL(), 20_000e18);
        assertEq(emission.ERA_DAYS(), 1_825);
        assertEq(emission.ERAS(), 75);
        assertEq(emission.POWER_FLOOR(), 400_000);
        assertEq(timelock.DELAY_MIN(), 14 * 86_400);
        assertEq(timelock.DELAY_MAX(), 60 * 86_400);
        assertEq(timelock.EXECUTION_WINDOW(), 14 * 86_400);
        assertEq(dr.INITIAL_SUPPLY(), 100_000_000e18);
        assertEq(usdt.CLAIM_MAX(), 10_000e18);
        assertEq(usdt.CLAIM_COOLDOWN(), 3_600);
    }

    function test_drawRegistryAndVesting_haveTheirNumbers() public {
        DigitDraw draw = new DigitDraw(IBurnable(address(dr)), address(timelock), treasury, makeAddr("drawer"));
        assertEq(draw.PRIZE_MULTIPLE(), 9);
        assertEq(draw.ENTRY_MIN(), 1e18);
        assertEq(draw.MEMO_MAX(), 140);
        assertEq(draw.OPEN_BLOCKS_MAX(), 28_800);
        assertEq(draw.TARGET_GAP_BLOCKS(), 8);
        assertEq(draw.REVEAL_BLOCKS(), 8_000);
        ResultRegistry results = new ResultRegistry(address(timelock), makeAddr("attester"));
        assertEq(results.KIND_DIVIDENDS(), bytes32("dividends"));
        assertEq(results.KIND_NODES(), bytes32("nodes"));
        assertEq(results.FIRST_MONDAY(), 345_600);
        TreasuryVesting wallet = new TreasuryVesting(treasury);
        assertEq(wallet.VESTING_DURATION(), 1_461 * 86_400);
        assertEq(wallet.start(), block.timestamp);
        assertEq(wallet.duration(), 1_461 * 86_400);
        assertEq(wallet.owner(), treasury);
    }

    function test_wiring_isWhatWasNamed() public view {
        assertEq(address(rights.USDT()), address(usdt));
        assertEq(address(rights.USDR()), address(usdr));
        assertEq(address(rights.DR_TOKEN()), address(dr));
        assertEq(address(rights.DRGV_TOKEN()), address(drgv));
        assertEq(address(rights.ORACLE()), address(oracle));
        assertEq(rights.TREASURY(), treasury);
        assertEq(address(rights.NODE_VAULT()), address(nodeVault));
        assertEq(rights.ADMIN(), address(timelock));
        assertEq(address(exchange.USDT()), address(usdt));
        assertEq(address(exchange.USDR()), address(usdr));
        assertEq(address(exchange.DR_TOKEN()), address(dr));
        assertEq(address(exchange.DRGV_TOKEN()), address(drgv));
        assertEq(address(exchange.ORACLE()), address(oracle));
        assertEq(exchange.DEFLATION_VAULT(), address(deflationVault));
        assertEq(exchange.NODE_VAULT(), address(nodeVault));
        assertEq(address(nodeVault.DR_TOKEN()), address(dr));
        assertEq(address(nodeVault.USDT()), address(usdt));
        assertEq(address(nodeVault.ORACLE()), address(oracle));
        assertEq(nodeVault.DEPOSITOR(), address(rights));
        assertEq(address(funding.USDT()), address(usdt));
        assertEq(address(funding.DR_TOKEN()), address(dr));
        assertEq(funding.TREASURY(), treasury);
        assertEq(funding.DEFLATION_VAULT(), address(deflationVault));
        assertEq(funding.NODE_VAULT(), address(nodeVault));
        assertEq(oracle.USDT(), address(usdt));
        assertEq(oracle.DR_TOKEN(), address(dr));
        assertEq(oracle.DRGV_TOKEN(), address(drgv));
        assertEq(address(oracle.ROUTER()), address(router));
    }
}
