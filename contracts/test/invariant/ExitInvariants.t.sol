// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {Test} from "forge-std/Test.sol";
import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {RootRegistry} from "../../src/RootRegistry.sol";
import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {ExitHandler} from "./ExitHandler.sol";
import {ExitRecord} from "./ExitRecord.sol";
import {ExitRoles} from "./ExitRoles.sol";

/// @notice What holds of the exit whatever users, roles and a thief do in any order; and at the end of each
/// run everyone leaves with all that is owed to them.
/// forge-config: default.invariant.runs = 4
contract ExitInvariantsTest is Test {
    ExitHandler internal handler;
    RootRegistry internal registry;
    IERC20 internal dr;

    function setUp() public {
        handler = new ExitHandler();
        (address registry_, address dr_) = handler.registryAndDr();
        (registry, dr) = (RootRegistry(registry_), IERC20(dr_));
        bytes4[] memory selectors = new bytes4[](22);
        (selectors[0], selectors[1], selectors[2]) =
        (ExitHandler.earnSome.selector, ExitHandler.deposit.selector, ExitHandler.claimSome.selector);
        (selectors[3], selectors[4], selectors[5]) =
        (ExitHandler.transferSome.selector, ExitHandler.withdraw.selector, ExitHandler.lock.selector);
        (selectors[6], selectors[7], selectors[8]) =
        (ExitHandler.unlock.selector, ExitRoles.snapshot.selector, ExitRoles.postTrue.selector);
        (selectors[9], selectors[10], selectors[11]) =
        (ExitRoles.postFalse.selector, ExitRoles.confirmNewest.selector, ExitRoles.veto.selector);
        (selectors[12], selectors[13], selectors[14]) =
        (ExitRoles.replaceKeys.selector, ExitRoles.setRates.selector, ExitRoles.pauseOrRevoke.selector);
        // More often: what makes roots final, and what leaves.
        (selectors[15], selectors[16], selectors[17]) =
        (ExitRoles.donate.selector, ExitRoles.snapshot.selector, ExitRoles.postTrue.selector);
        (selectors[18], selectors[19], selectors[20]) =
        (ExitRoles.confirmNewest.selector, ExitHandler.claimSome.selector, ExitHandler.earnSome.selector);
        selectors[21] = ExitHandler.claimSome.selector;
        targetContract(address(handler));
        targetSelector(FuzzSelector(address(handler), selectors));
    }

    function afterInvariant() public {
        handler.everybodyLeaves();
    }

    /// @dev In one campaign, for the many runs of the full test.
    function invariants_all() public view {
        invariant_balanceIsWhatCameInLessWhatWasPaidPlusWhatClaimsKept();
        invariant_noFinalRootGrantsMoreThanIsOwed();
        invariant_whatLeavesWholeWasPutIn();
        invariant_countersAreThoseOfTheAccountsOwnCalls();
        invariant_eventsAddUpToTheTotals();
        invariant_supplyFallsByReportedBurnsAlone();
        invariant_epochsAreFinalAsTheirRecordSays();
        invariant_freshDepositsAreLeftOutOfTheDay();
    }

    function invariant_balanceIsWhatCameInLessWhatWasPaidPlusWhatClaimsKept() public view {
        for (uint256 b = 0; b < 5; ++b) {
            (WithdrawalVault from, IERC20 token) = handler.partsOf(b);
            ExitRecord.Book memory book = handler.bookOf(b);
            assertEq(token.balanceOf(address(from)), book.cameIn + book.kept - book.paid);
            assertEq(from.totalPaid(address(token)), book.paid);
            assertEq(from.totalKept(address(token)), book.kept);
            assertEq(from.totalDeposited(address(token)), book.deposited);
            assertEq(registry.mostEarned(address(from), address(token)), book.earnable + book.kept);
        }
    }

    /// @dev Of each account and each final epoch: `max(K + D, F) <= K* + D`, K* being the truth.
    function invariant_noFinalRootGrantsMoreThanIsOwed() public view {
        for (uint256 b = 0; b < 5; ++b) {
            (WithdrawalVault from, IERC20 token) = handler.partsOf(b);
            uint256 reachable;
            for (uint256 i = 0; i < 4; ++i) {
                address account = handler.people(i);
                ExitRecord.Own memory own = handler.ownOf(b, account);
                uint256 owed = own.earned + own.credited - own.left;
                uint256 claimable = from.claimable(account, address(token), own.granted);
                assertLe(claimable, owed, "claimable");
                assertLe(from.unreturned(account, address(token)), owed, "unreturned");
                reachable += claimable;
            }
            if (handler.bookOf(b).stolen == 0) assertLe(reachable, token.balanceOf(address(from)), "all at once");
        }
    }

    function invariant_whatLeavesWholeWasPutIn() public view {
        for (uint256 b = 0; b < 5; ++b) {
            (WithdrawalVault from, IERC20 token) = handler.partsOf(b);
            for (uint256 i = 0; i < 4; ++i) {
                address account = handler.people(i);
                ExitRecord.Own memory own = handler.ownOf(b, account);
                assertEq(from.unreturned(account, address(token)), own.unreturned);
                assertLe(own.whole + own.unreturned, own.deposited);
            }
        }
    }

    /// @dev Equal to a record that only ever adds, and adds to P in the account's own calls alone.
    function invariant_countersAreThoseOfTheAccountsOwnCalls() public view {
        for (uint256 b = 0; b < 5; ++b) {
            (WithdrawalVault from, IERC20 token) = handler.partsOf(b);
            for (uint256 i = 0; i < 4; ++i) {
                address account = handler.people(i);
                ExitRecord.Own memory own = handler.ownOf(b, account);
                assertEq(from.paid(account, address(token)), own.left);
                assertEq(from.credited(account, address(token)), own.credited);
                assertEq(from.free(account, address(token)), own.free);
            }
        }
    }

    function invariant_eventsAddUpToTheTotals() public view {
        for (uint256 b = 0; b < 5; ++b) {
            (WithdrawalVault from, IERC20 token) = handler.partsOf(b);
            ExitRecord.Book memory book = handler.bookOf(b);
            assertEq(from.totalPaid(address(token)), book.outByEvents);
            assertEq(from.totalTransferred(address(token)), book.transferredByEvents);
            assertEq(from.totalTransferred(address(token)), book.transferred);
        }
    }

    function invariant_supplyFallsByReportedBurnsAlone() public view {
        assertEq(dr.totalSupply(), 100_000_000e18 - handler.burnedByEvents());
    }

    function invariant_epochsAreFinalAsTheirRecordSays() public view {
        for (uint256 epoch = 0; epoch <= registry.lastEpoch() + 1; ++epoch) {
            assertEq(registry.isFinal(epoch), handler.isFinalOfRecord(epoch));
            ExitRecord.EpochRecord memory one = handler.epochRecordOf(epoch);
            bool wasPassedOver = !one.isConfirmed && epoch != 0 && epoch < registry.lastEpoch();
            assertEq(registry.epochOf(epoch).isVoid, one.isVetoed || wasPassedOver);
        }
    }

    function invariant_freshDepositsAreLeftOutOfTheDay() public view {
        for (uint256 b = 0; b < 5; ++b) {
            (WithdrawalVault from, IERC20 token) = handler.partsOf(b);
            uint256 fresh = handler.freshOfRecord(b);
            assertEq(from.freshDeposits(address(token)), fresh);
            (uint256 used, uint256 limit) = from.vaultDaily(address(token));
            uint256 reserve = token.balanceOf(address(from)) + used;
            uint256 expected =
                (reserve > fresh ? reserve - fresh : 0) * from.capsOf(address(token)).vaultDailyBps / 10_000;
            uint256 floor = from.capsOf(address(token)).vaultDailyFloor;
            assertEq(limit, expected > floor ? expected : floor);
        }
    }
}
