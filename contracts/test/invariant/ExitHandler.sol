// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {Proof} from "../../src/interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "../../src/interfaces/IWithdrawalVault.sol";
import {ExitRoles} from "./ExitRoles.sol";

/// @notice Users who earn, deposit, claim, transfer, withdraw by voucher, lock and unlock, and a thief with
/// the signer's key and accounts of its own, in any order with all that the roles do. Each claim and transfer
/// is held against the record: it passes exactly when it may, and leaves windows, pause and signer alone.
contract ExitHandler is ExitRoles {
    struct Move {
        uint256 b;
        address account;
        WithdrawalVault from;
        IERC20 token;
        Proof proof;
        bool isGood; // the proof
        uint256 all; // that it lets leave
        uint256 amount;
    }

    uint256 public claimsByProof;
    uint256 public claimsOfDeposits;
    uint256 public transfers;
    mapping(address account => uint256) private openFrom;

    constructor() {
        setUp();
        people = [alice, bob, carol, thief];
        for (uint256 i = 0; i < PEOPLE; ++i) {
            dr.transfer(people[i], 1_000_000e18); // for the burn of USDT vouchers
            for (uint256 v = 0; v < 3; ++v) {
                vm.prank(people[i]);
                dr.approve(address(_vaultAt(v)), APPROVAL);
            }
        }
        for (uint256 b = 0; b < BOOKS; ++b) {
            for (uint256 i = 0; i < USERS; ++i) {
                _earn(people[i], b, (b + i + 1) * 1_000e18);
            }
        }
    }

    /// @dev Mining, dividends, prizes: funded as they are credited.
    function earnSome(uint256 gap, uint256 who, uint256 b, uint256 amount) external step(gap) {
        _earn(people[who % USERS], b % BOOKS, bound(amount, 1, 20_000e18));
    }

    function _earn(address account, uint256 b, uint256 amount) private {
        (WithdrawalVault from, IERC20 token) = bookAt(b);
        token.transfer(address(from), amount);
        own[b][account].earned += amount;
        books[b].cameIn += amount;
        books[b].earnable += amount;
    }

    function deposit(uint256 gap, uint256 who, bool isUsdt, uint256 amount) external step(gap) {
        if (rights.paused()) return;
        address account = people[who % PEOPLE];
        amount = bound(amount, 1e18, 20_000e18);
        depositFor(account, isUsdt ? usdtToken() : drToken(), amount);
        _noteDeposit(isUsdt ? 3 : 4, account, amount);
    }

    /// @dev Under any epoch there is, or none; some, all, more, or too little.
    function claimSome(uint256 gap, uint256 who, uint256 b, uint256 seed, uint256 amount) external step(gap) {
        Move memory move = _someMove(people[who % PEOPLE], b % BOOKS, seed, amount);
        uint256 asked = move.amount == ALL ? move.all : move.amount;
        uint256 whole = _min(asked, own[move.b][move.account].unreturned);
        uint256 withheld = move.from.burnAmountOf(asked - whole);
        bool mayPass = move.isGood && !_isLocked(move.account) && asked != 0 && asked <= move.all
            && (asked >= 1e18 || asked == move.all)
            && _leaves(move.token, asked, withheld) <= move.token.balanceOf(address(move.from));
        uint256 before = move.token.balanceOf(move.account);
        _send(move, abi.encodeCall(IWithdrawalVault.claim, (address(move.token), move.amount, move.proof)), mayPass);
        if (!mayPass) return;
        assertEq(move.token.balanceOf(move.account) - before, asked - withheld, "paid but for the burn");
        _notePaid(move.b, move.account, asked);
        _noteClaimedBack(move.b, whole);
        if (address(move.token) == address(usdt)) books[move.b].kept += withheld;
        move.proof.epoch == 0 ? ++claimsOfDeposits : ++claimsByProof;
    }

    /// @dev To another, and now and then to no one, a vault or itself.
    function transferSome(uint256 gap, uint256 who, uint256 b, uint256 seed, uint256 amount) external step(gap) {
        Move memory move = _someMove(people[who % PEOPLE], b % BOOKS, seed, amount);
        address to = _someReceiver(seed / 16);
        bool mayPass = move.isGood && !_isLocked(move.account) && seed / 16 % 9 > 1 && to != move.account
            && move.amount >= 1e18 && move.amount <= move.all;
        uint256 held = move.token.balanceOf(address(move.from));
        bytes memory data =
            abi.encodeCall(IWithdrawalVault.transferWithin, (address(move.token), to, move.amount, move.proof));
        _send(move, data, mayPass);
        assertEq(move.token.balanceOf(address(move.from)), held, "no token moves");
        if (!mayPass) return;
        _noteLeft(move.b, move.account, move.amount);
        own[move.b][to].credited += move.amount;
        books[move.b].transferred += move.amount;
        ++transfers;
    }

    /// @dev It passes exactly when it may, and leaves alone what is not the account's.
    function _send(Move memory move, bytes memory data, bool mayPass) private {
        bytes32 rest = _restOf(move.from, move.token, move.account);
        vm.prank(move.account);
        (bool ok,) = address(move.from).call(data);
        assertEq(ok, mayPass, "passes exactly when it may");
        assertEq(_restOf(move.from, move.token, move.account), rest, "windows, pause and signer");
    }

    function _someReceiver(uint256 seed) private view returns (address) {
        if (seed % 9 == 0) return address(0);
        return seed % 9 == 1 ? address(_vaultAt(seed / 9)) : people[seed / 9 % PEOPLE];
    }

    /// @dev An honest server's: for no more than is owed, with the burn of what was not put in. A thief's: for
    /// whatever the day allows. Both pass while vouchers do.
    function withdraw(uint256 gap, uint256 who, uint256 b, uint256 amount) external step(gap) {
        b = b % BOOKS;
        address account = people[who % PEOPLE];
        (WithdrawalVault from, IERC20 token) = bookAt(b);
        Own storage one = own[b][account];
        uint256 reach = _dayLeft(from, token, account);
        if (account != thief) reach = _min(reach, one.earned + one.credited - one.left);
        if (reach == 0 || from.paused()) return;
        amount = bound(amount, 1, reach);
        uint256 burn = from.burnAmountOf(amount - _min(amount, one.unreturned));
        bool mayPass = from.signer() != address(0);
        assertEq(_use(from, token, account, amount, burn), mayPass, "an honest voucher is good");
        if (!mayPass) return;
        _notePaid(b, account, amount);
        if (account != thief) return;
        books[b].stolen += amount;
        uint256 taken = _max(one.left, one.free);
        if (one.earned + one.credited < taken) one.earned = taken - one.credited;
    }

    function _use(WithdrawalVault from, IERC20 token, address account, uint256 amount, uint256 burn)
        private
        returns (bool ok)
    {
        Withdraw memory v = drVoucherOf(from, account, amount, burn);
        bool isDr = address(token) == address(dr);
        bytes memory signature = signWith(
            from.signer() == signer ? SIGNER_KEY : STANDBY_KEY, isDr ? drDigestOf(from, v) : usdtDigestOf(from, v)
        );
        bytes memory data = isDr
            ? abi.encodeCall(from.withdrawDR, (v.amount, v.burnAmount, v.orderId, v.deadline, signature))
            : abi.encodeCall(from.withdrawUSDT, (v.amount, v.burnAmount, v.orderId, v.deadline, signature));
        vm.prank(account);
        (ok,) = address(from).call(data);
    }

    function lock(uint256 gap, uint256 who) external step(gap) {
        if (gap % 3 != 0) return;
        vm.prank(people[who % PEOPLE]);
        registry.lockClaims();
        openFrom[people[who % PEOPLE]] = ALL;
    }

    function unlock(uint256 gap, uint256 who) external step(gap) {
        address account = people[who % PEOPLE];
        vm.prank(account);
        registry.unlockClaims();
        if (openFrom[account] == ALL) openFrom[account] = block.timestamp + 3 days;
    }

    /// @dev The end: the ledger books the truth, the two machines agree once more, and everyone leaves by
    /// their own calls, whatever was paused, revoked, vetoed or set before.
    function everybodyLeaves() external {
        for (uint256 i = 0; i < PEOPLE; ++i) {
            vm.prank(people[i]);
            registry.unlockClaims();
            for (uint256 b = 0; b < BOOKS; ++b) {
                (WithdrawalVault from, IERC20 token) = bookAt(b);
                uint256 line = earnedNow[address(from)][address(token)][people[i]];
                credit(from, token, people[i], own[b][people[i]].earned - line);
            }
        }
        skip(20 hours);
        uint256 epoch = postFinal();
        for (uint256 b = 0; b < BOOKS; ++b) {
            if (books[b].stolen != 0) continue; // first come, first served
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            for (uint256 i = 0; i < PEOPLE; ++i) {
                _leaveWhole(from, token, b, people[i], epoch);
            }
            uint256 others = books[b].cameIn + books[b].kept - books[b].paid;
            assertEq(token.balanceOf(address(from)), others, "what is left was never anybody's");
            uint256 owed;
            for (uint256 i = 0; i < PEOPLE; ++i) {
                owed += own[b][people[i]].earned;
            }
            assertEq(others, books[b].earnable + books[b].kept - owed, "pools, gifts and what claims kept");
        }
    }

    function _leaveWhole(WithdrawalVault from, IERC20 token, uint256 b, address account, uint256 epoch) private {
        Own storage one = own[b][account];
        uint256 owed = one.earned + one.credited - one.left;
        if (owed == 0) return;
        Proof memory proof = one.earned == 0 ? noProof() : proofOf(epoch, from, token, account);
        uint256 withheld = from.burnAmountOf(owed - one.unreturned);
        uint256 before = token.balanceOf(account);
        claim(account, from, token, ALL, proof);
        assertEq(token.balanceOf(account) - before, owed - withheld, "all that is owed");
        _notePaid(b, account, owed);
        if (address(token) == address(usdt)) books[b].kept += withheld;
    }

    /// @dev An epoch's line with its path; or none, which is good as well. Not good: not final, or its book
    /// was refused.
    function _someMove(address account, uint256 b, uint256 seed, uint256 amount)
        private
        view
        returns (Move memory move)
    {
        (move.b, move.account, move.isGood) = (b, account, true);
        (move.from, move.token) = bookAt(b);
        uint256 epoch = registry.lastEpoch();
        if (seed % 4 == 0) epoch = seed / 4 % (epoch + 1); // any; else the newest that is final, or none
        else while (epoch != 0 && !isFinalOfRecord(epoch)) --epoch;
        if (earnedOf(epoch, move.from, move.token, account) != 0) {
            move.isGood = isFinalOfRecord(epoch) && lineOf(epoch, b, account) != 0;
            move.proof = proofOf(epoch, move.from, move.token, account);
        }
        move.all = _claimableOfRecord(b, account, move.isGood ? move.proof.earned : 0);
        move.amount = _someAmount(amount, move.all);
    }

    function _someAmount(uint256 seed, uint256 all) private pure returns (uint256) {
        if (seed % 4 == 0) return ALL;
        if (seed % 4 == 1) return all;
        return bound(seed, seed % 8 == 2 ? 0 : _min(all, 1e18), all + (seed % 16 == 3 ? 1e18 : 0));
    }

    function _isLocked(address account) private view returns (bool) {
        return block.timestamp < openFrom[account];
    }

    /// @dev What a claim takes out of the vault: of DR its burn as well.
    function _leaves(IERC20 token, uint256 asked, uint256 withheld) private view returns (uint256) {
        return address(token) == address(dr) ? asked : asked - withheld;
    }

    /// @dev Everything of a vault that a claim must leave alone.
    function _restOf(WithdrawalVault from, IERC20 token, address account) private view returns (bytes32) {
        (uint256 used,) = from.vaultDaily(address(token));
        (uint256 accountUsed,) = from.accountDaily(account, address(token));
        bytes memory roles = abi.encode(from.signer(), from.standbySigner(), from.pauser(), from.pausedUntil());
        return keccak256(
            abi.encode(used, accountUsed, roles, from.pausableFrom(), from.burnBps(), from.capsOf(address(token)))
        );
    }

    function _dayLeft(WithdrawalVault from, IERC20 token, address account) private view returns (uint256 left) {
        (uint256 used, uint256 limit) = from.vaultDaily(address(token));
        left = limit > used ? limit - used : 0;
        (used, limit) = from.accountDaily(account, address(token));
        left = _min(left, limit > used ? limit - used : 0);
        left = _min(left, token.balanceOf(address(from)));
    }
}
