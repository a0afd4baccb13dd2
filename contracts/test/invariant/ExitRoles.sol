// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IRootRegistry} from "../../src/interfaces/IRootRegistry.sol";
import {IVouchers} from "../../src/interfaces/IVouchers.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {ExitRecord} from "./ExitRecord.sol";

/// @notice What holders of roles do to the exit, honest or not: the attester posts true roots late, and false
/// ones; the witness confirms the true, and those that say too little; cancellers veto; the admin replaces
/// keys and moves rates and limits; the pauser stops what it can; a donor gives.
abstract contract ExitRoles is ExitRecord {
    uint256 private lastKey = 0x9000;
    IRootRegistry.Book[] private candidate;
    uint256 private candidateEpoch;
    mapping(uint256 epoch => bool) private mayConfirm;
    mapping(uint256 epoch => bool) private isNoted;
    uint256 private postedAt;

    /// @dev Mostly minutes and hours; now and then days, so that roots become final.
    modifier step(uint256 gap) {
        skip(gap % 4 == 0 ? gap % 8 days : gap % 3 hours + 1);
        vm.recordLogs();
        _;
        _readEvents();
        for (uint256 e = registry.lastEpoch(); e > 0; --e) {
            if (isFinalOfRecord(e) && !isNoted[e]) _noteGranted(e);
        }
        _assertNothingShrank();
    }

    function _noteGranted(uint256 epoch) private {
        isNoted[epoch] = true;
        for (uint256 b = 0; b < BOOKS; ++b) {
            for (uint256 i = 0; i < PEOPLE; ++i) {
                Own storage one = own[b][people[i]];
                one.granted = _max(one.granted, lineOf(epoch, b, people[i]));
            }
        }
    }

    /// @dev By the vaults' own numbers: what final roots grant, what was credited, free and paid.
    function _assertNothingShrank() private {
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            for (uint256 i = 0; i < PEOPLE; ++i) {
                Own storage one = own[b][people[i]];
                uint256 D = from.credited(people[i], address(token));
                uint256 F = from.free(people[i], address(token));
                uint256 reach = _max(one.granted + D, F);
                assertGe(reach, one.reach, "what final roots grant never falls");
                one.reach = reach;
            }
        }
    }

    /// @dev Of what was credited, the ledger has booked some: at a snapshot its lines lag behind the truth,
    /// and never fall. An account that left with more than it was owed stands with what it took.
    function snapshot(uint256 gap, uint256 seed) external step(gap) {
        _snapshot(seed);
    }

    function _snapshot(uint256 seed) private {
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            for (uint256 i = 0; i < PEOPLE; ++i) {
                Own storage one = own[b][people[i]];
                uint256 line = earnedNow[address(from)][address(token)][people[i]];
                uint256 next = (seed >> (b * PEOPLE + i)) & 1 == 0 ? one.earned : line;
                uint256 reach = _max(one.left, one.free);
                if (next + one.credited < reach) next = reach - one.credited;
                if (next > line) credit(from, token, people[i], next - line);
            }
        }
        delete candidate;
        IRootRegistry.Book[] memory filed = file();
        for (uint256 b = 0; b < BOOKS; ++b) {
            candidate.push(filed[b]);
        }
        candidateEpoch = registry.lastEpoch() + 1;
    }

    /// @dev The last snapshot, however much was paid, claimed and deposited since. A book stands exactly if no
    /// more was earned than came in; where nothing was stolen, it always does.
    function postTrue(uint256 gap, uint256 seed) external step(gap) {
        uint256 epoch = registry.lastEpoch() + 1;
        if (candidateEpoch != epoch) _snapshot(seed);
        if (block.timestamp < postedAt + 20 hours) vm.warp(postedAt + 20 hours);
        post(candidate);
        (postedAt, mayConfirm[epoch]) = (block.timestamp, true);
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            (,, bool posted) = registry.rootOf(epoch, address(from), address(token));
            assertEq(posted, candidate[b].total <= books[b].earnable + books[b].kept, "stands exactly if covered");
            if (books[b].stolen == 0) assertTrue(posted, "an honest post is never refused while covered");
        }
    }

    /// @dev A stolen attester's: nothing at all, hashes of its own, or as much as the contract lets through.
    /// The witness signs what says too little, never what says too much.
    function postFalse(uint256 gap, uint256 kind) external step(gap) {
        uint256 epoch = registry.lastEpoch() + 1;
        if (block.timestamp < postedAt + 20 hours) return;
        IRootRegistry.Book[] memory wrong = file();
        bool saysLess = kind % 2 == 0;
        for (uint256 b = 0; b < BOOKS; ++b) {
            if (saysLess) {
                (wrong[b].hash, wrong[b].total) = (0, 0);
            } else {
                (wrong[b].hash, wrong[b].total) =
                (keccak256(abi.encode(kind, b)), registry.mostEarned(wrong[b].vault, wrong[b].token));
            }
        }
        post(wrong);
        delete candidate;
        (postedAt, mayConfirm[epoch], isEmpty[epoch]) = (block.timestamp, saysLess, true);
    }

    /// @dev Often at once followed by a quiet week.
    function confirmNewest(uint256 gap) external step(gap) {
        uint256 epoch = registry.lastEpoch();
        if (!mayConfirm[epoch] || epochs[epoch].isConfirmed || epochs[epoch].isVetoed) return;
        confirm(epoch);
        (epochs[epoch].isConfirmed, epochs[epoch].confirmedAt) = (true, block.timestamp);
        if (gap % 2 == 0) skip(FINALITY - gap % 3);
    }

    /// @dev By a canceller, or by anyone else; of any epoch. Rarely of one that could still count.
    function veto(uint256 gap, uint256 seed, uint256 who) external step(gap) {
        uint256 last = registry.lastEpoch();
        uint256 epoch = seed % 4 == 0 ? last : seed % (last + 2);
        address[5] memory callers = [guardian, proposer, alice, registry.attester(), pauser];
        address caller = callers[who % 5];
        bool mayPass = who % 5 < 2 && epoch != 0 && epoch <= last && !isFinalOfRecord(epoch);
        if (mayPass && seed % 3 != 0) return;
        vm.prank(caller);
        (bool ok,) = address(registry).call(abi.encodeCall(IRootRegistry.veto, (epoch)));
        assertEq(ok, mayPass, "vetoed exactly when it may be");
        if (!ok) return;
        for (uint256 e = epoch; e <= last; ++e) {
            if (!isFinalOfRecord(e)) epochs[e].isVetoed = true;
        }
    }

    function replaceKeys(uint256 gap, uint256 kind) external step(gap) {
        address next = vm.addr(++lastKey);
        vm.prank(address(timelock));
        if (kind % 2 == 0) registry.setAttester(next);
        else registry.setWitness(next);
    }

    function setRates(uint256 gap, uint256 v, bool isUsdt, uint256 bps, uint256 floor) external step(gap) {
        WithdrawalVault from = _vaultAt(v);
        vm.startPrank(address(timelock));
        if (bps % 2 == 0) {
            from.setBurnBps(bound(bps, 0, 1_000));
        } else if (!isUsdt || from != vault) {
            IWithdrawalVault.Caps memory caps = IWithdrawalVault.Caps({
                vaultDailyBps: uint16(bound(bps, 100, 1_000)),
                vaultDailyFloor: uint112(bound(floor, isUsdt ? 100e18 : 1_000e18, 100_000e18)),
                accountDaily: uint112(bound(floor, 1_000e18, 1_000_000e18))
            });
            from.setCaps(isUsdt ? address(usdt) : address(dr), caps);
        }
        vm.stopPrank();
    }

    /// @dev Of the vaults and of the contract that takes deposits.
    function pauseOrRevoke(uint256 gap, uint256 v, uint256 kind) external step(gap) {
        IVouchers subject = v % 4 == 3 ? IVouchers(address(rights)) : IVouchers(address(_vaultAt(v)));
        vm.startPrank(pauser);
        if (subject.paused()) subject.unpause();
        else if (kind % 4 == 0 && subject.pausableFrom() <= block.timestamp) subject.pause();
        else if (kind % 8 == 1) subject.revokeSigner();
        vm.stopPrank();
        if (kind % 8 != 2) return;
        vm.startPrank(address(timelock));
        if (subject.standbySigner() != signer) subject.setSigner(signer);
        vm.stopPrank();
    }

    function donate(uint256 gap, uint256 b, uint256 amount) external step(gap) {
        b = b % BOOKS;
        (WithdrawalVault from, IERC20 token) = bookAt(b);
        amount = bound(amount, 1, 20_000e18);
        token.transfer(address(from), amount);
        books[b].cameIn += amount;
        books[b].earnable += amount;
    }

    function _vaultAt(uint256 v) internal view returns (WithdrawalVault) {
        return v % 3 == 0 ? vault : v % 3 == 1 ? deflationVault : nodeVault;
    }
}
