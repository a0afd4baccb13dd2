// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";

import {DigitalRights} from "../../src/DigitalRights.sol";
import {Exchange} from "../../src/Exchange.sol";
import {Funding} from "../../src/Funding.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {TokenHandler} from "./TokenHandler.sol";

/// @notice Properties of exchange, funding and deposits, though tokens answer `false` or take a fee; that each
/// call moves what it says or leaves nothing behind, the handler asserts itself.
contract TokenInvariantsTest is Test {
    TokenHandler internal handler;
    Exchange internal exchange;
    address internal funding;
    address[2] internal vaults;

    function setUp() public {
        handler = new TokenHandler();
        (exchange, funding, vaults[0], vaults[1]) = handler.world();
        bytes4[] memory selectors = new bytes4[](5);
        (selectors[0], selectors[1]) = (TokenHandler.behave.selector, TokenHandler.swap.selector);
        (selectors[2], selectors[3]) = (TokenHandler.flush.selector, TokenHandler.fund.selector);
        selectors[4] = TokenHandler.deposit.selector;
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_theExchangeHoldsWhatReachedItLessWhatLeft();
        invariant_feesAreCoveredAndConserved();
        invariant_fundingHoldsNothingAndVaultsGetWhatArrives();
        invariant_noncesAndSwapCountCountTheSwaps();
        invariant_noMoreIsRecordedAsDepositedThanArrived();
    }

    function invariant_theExchangeHoldsWhatReachedItLessWhatLeft() public view {
        for (uint256 i = 0; i < 4; ++i) {
            int256 held = int256(handler.tokens(i).balanceOf(address(exchange)));
            assertEq(held, 1_000_000e18 + handler.netOfRecord(i));
        }
    }

    /// @dev The exchange holds what it has set aside, whatever fee a token took.
    function invariant_feesAreCoveredAndConserved() public view {
        assertGe(handler.tokens(0).balanceOf(address(exchange)), exchange.feesCollected());
        assertEq(exchange.feesCollected() + handler.flushedOfRecord(), handler.feesOfRecord());
    }

    function invariant_fundingHoldsNothingAndVaultsGetWhatArrives() public view {
        assertEq(Funding(funding).fundingCount(), handler.fundings());
        for (uint256 i = 0; i < 4; ++i) {
            assertEq(handler.tokens(i).balanceOf(funding), 0);
            for (uint256 v = 0; v < 2; ++v) {
                assertEq(handler.tokens(i).balanceOf(vaults[v]), handler.reachedOfRecord(vaults[v], i));
            }
        }
    }

    function invariant_noncesAndSwapCountCountTheSwaps() public view {
        assertEq(exchange.nonces(handler.accounts(0)) + exchange.nonces(handler.accounts(1)), handler.swaps());
        assertEq(exchange.swapCount(), handler.swaps());
    }

    /// @dev Nothing leaves the vault here, so it holds at least what it says was deposited.
    function invariant_noMoreIsRecordedAsDepositedThanArrived() public view {
        (DigitalRights rights, WithdrawalVault vault) = handler.depositWorld();
        for (uint256 i = 0; i < 4; ++i) {
            address token = address(handler.tokens(i));
            uint256 sum;
            for (uint256 j = 0; j < 2; ++j) {
                address account = handler.accounts(j);
                uint256 deposited = vault.credited(account, token);
                assertEq(deposited, handler.depositedOfRecord(account, i));
                sum += deposited;
            }
            assertEq(vault.totalDeposited(token), sum);
            assertGe(handler.tokens(i).balanceOf(address(vault)), sum);
            assertEq(handler.tokens(i).balanceOf(address(rights)), 0);
        }
    }
}
