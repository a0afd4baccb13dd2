// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {VaultHandler} from "./VaultHandler.sol";

/// @notice Properties of all three vaults, whatever users, strangers, admin, pauser and prices do; that each
/// call passes exactly when it may, and moves no tokens but its caller's, the handler asserts itself.
contract VaultInvariantsTest is Test {
    VaultHandler internal handler;
    address[2] internal tokens;

    function setUp() public {
        handler = new VaultHandler();
        tokens = handler.tokens();
        bytes4[] memory selectors = new bytes4[](17);
        (selectors[0], selectors[1], selectors[2]) =
        (VaultHandler.withdraw.selector, VaultHandler.replay.selector, VaultHandler.forge.selector);
        (selectors[3], selectors[4], selectors[5]) =
        (VaultHandler.forgeDeposit.selector, VaultHandler.deposit.selector, VaultHandler.fundBudget.selector);
        (selectors[6], selectors[7], selectors[8]) =
        (VaultHandler.donate.selector, VaultHandler.trade.selector, VaultHandler.setCaps.selector);
        (selectors[9], selectors[10], selectors[11]) =
        (VaultHandler.setBurn.selector, VaultHandler.setSigner.selector, VaultHandler.revokeSigner.selector);
        (selectors[12], selectors[13]) = (VaultHandler.pauseOrNot.selector, VaultHandler.withdraw.selector);
        (selectors[14], selectors[15]) = (VaultHandler.swapDollars.selector, VaultHandler.flushFees.selector);
        selectors[16] = VaultHandler.claimBack.selector;
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_eachVaultHoldsWhatCameInLessWhatItPaid();
        invariant_paymentsAndTheDayAddUpOverAccounts();
        invariant_eachVoucherIsGoodOnceAndOrdersAscend();
        invariant_depositsAreThoseThatWereMade();
    }

    function invariant_eachVaultHoldsWhatCameInLessWhatItPaid() public view {
        for (uint256 v = 0; v < 3; ++v) {
            WithdrawalVault vault = handler.vaults(v);
            for (uint256 t = 0; t < 2; ++t) {
                uint256 paid = handler.paidOf(v, tokens[t], address(0));
                assertEq(vault.totalPaid(tokens[t]), paid);
                assertEq(IERC20(tokens[t]).balanceOf(address(vault)), handler.cameIn(v, tokens[t]) - paid);
            }
        }
    }

    function invariant_paymentsAndTheDayAddUpOverAccounts() public view {
        for (uint256 v = 0; v < 3; ++v) {
            WithdrawalVault vault = handler.vaults(v);
            for (uint256 t = 0; t < 2; ++t) {
                for (uint256 i = 0; i < 3; ++i) {
                    address account = handler.actors(i);
                    assertEq(vault.paid(account, tokens[t]), handler.paidOf(v, tokens[t], account));
                    (uint256 accountUsed,) = vault.accountDaily(account, tokens[t]);
                    assertEq(accountUsed, handler.liveOf(v, tokens[t], account));
                }
                (uint256 used,) = vault.vaultDaily(tokens[t]);
                assertEq(used, handler.liveOf(v, tokens[t], address(0)));
            }
        }
    }

    function invariant_eachVoucherIsGoodOnceAndOrdersAscend() public view {
        for (uint256 v = 0; v < 3; ++v) {
            for (uint256 i = 0; i < 3; ++i) {
                address account = handler.actors(i);
                assertEq(handler.vaults(v).nonces(account), handler.used(v, account));
                assertEq(handler.vaults(v).lastOrderId(account), handler.lastOrder(v, account));
            }
        }
    }

    function invariant_depositsAreThoseThatWereMade() public view {
        for (uint256 t = 0; t < 2; ++t) {
            uint256 sum;
            for (uint256 i = 0; i < 3; ++i) {
                address account = handler.actors(i);
                uint256 deposited = handler.vaults(2).credited(account, tokens[t]);
                assertEq(deposited, handler.depositedOfRecord(account, tokens[t]));
                assertEq(handler.vaults(0).credited(account, tokens[t]), 0);
                assertEq(handler.vaults(1).credited(account, tokens[t]), 0);
                sum += deposited;
            }
            assertEq(handler.vaults(2).totalDeposited(tokens[t]), sum);
        }
    }
}
