// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IRootRegistry, Proof, ProofNode} from "../../src/interfaces/IRootRegistry.sol";
import {Fixture} from "./Fixture.sol";
import {BookTree} from "./BookTree.sol";

/// @notice A ledger of what accounts earned in each book, its roots as the server posts them, and the calls
/// by which accounts leave.
abstract contract ExitFixture is Fixture {
    using BookTree for ProofNode[];

    uint256 internal constant BOOKS = 5;
    uint256 internal constant ALL = type(uint256).max;
    uint256 internal constant FINALITY = 7 days;

    address internal immutable carol = makeAddr("carol");
    address internal immutable thief = makeAddr("thief");

    /// @dev Ascending, as the lines of a file are.
    address[] internal accounts;
    mapping(address vault => mapping(address token => mapping(address account => uint256))) internal earnedNow;
    mapping(uint256 epoch => mapping(address vault => mapping(address token => BookTree.Leaf[]))) private _lines;

    function setUp() public virtual override {
        super.setUp();
        vm.roll(1_000_000);
    }

    /// @dev Credits `amount` to `account`, and gives it to the vault.
    function earn(WithdrawalVault from, IERC20 token, address account, uint256 amount) internal {
        token.transfer(address(from), amount);
        credit(from, token, account, amount);
    }

    /// @dev Credits `amount` to `account`: the vault holds it already, or never will.
    function credit(WithdrawalVault from, IERC20 token, address account, uint256 amount) internal {
        if (amount != 0) _know(account);
        earnedNow[address(from)][address(token)][account] += amount;
    }

    /// @dev The five books in the order of a post.
    function booksNow() internal view returns (IRootRegistry.Book[] memory books) {
        books = new IRootRegistry.Book[](BOOKS);
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            ProofNode memory root = BookTree.leavesOf(address(from), address(token), linesNow(from, token)).rootOf();
            books[b] = IRootRegistry.Book(address(from), address(token), root.hash, root.sum);
        }
    }

    function bookAt(uint256 b) internal view returns (WithdrawalVault, IERC20) {
        if (b == 0) return (vault, drToken());
        return (b < 3 ? deflationVault : nodeVault, b % 2 == 1 ? usdtToken() : drToken());
    }

    function drToken() internal view returns (IERC20) {
        return IERC20(address(dr));
    }

    function usdtToken() internal view returns (IERC20) {
        return IERC20(address(usdt));
    }

    function linesNow(WithdrawalVault from, IERC20 token) internal view returns (BookTree.Leaf[] memory lines) {
        lines = new BookTree.Leaf[](accounts.length);
        uint256 count;
        for (uint256 i = 0; i < accounts.length; ++i) {
            uint256 earned = earnedNow[address(from)][address(token)][accounts[i]];
            if (earned != 0) lines[count++] = BookTree.Leaf(accounts[i], earned);
        }
        assembly ("memory-safe") {
            mstore(lines, count)
        }
    }

    /// @dev Posts what the ledger says now.
    function post() internal returns (uint256 epoch) {
        return post(file());
    }

    /// @dev The five books as they are now, whose lines are those of the next epoch.
    function file() internal returns (IRootRegistry.Book[] memory books) {
        uint256 epoch = registry.lastEpoch() + 1;
        for (uint256 b = 0; b < BOOKS; ++b) {
            (WithdrawalVault from, IERC20 token) = bookAt(b);
            BookTree.Leaf[] memory lines = linesNow(from, token);
            delete _lines[epoch][address(from)][address(token)];
            for (uint256 i = 0; i < lines.length; ++i) {
                _lines[epoch][address(from)][address(token)].push(lines[i]);
            }
        }
        return booksNow();
    }

    /// @dev Posts these books; the proofs are those of `file`.
    function post(IRootRegistry.Book[] memory books) internal returns (uint256 epoch) {
        epoch = registry.lastEpoch() + 1;
        vm.roll(vm.getBlockNumber() + 100);
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        address poster = registry.attester();
        vm.prank(poster);
        registry.post(epoch, snapshotBlock, books);
    }

    function confirm(uint256 epoch) internal {
        bytes32 digest = registry.epochOf(epoch).digest;
        address confirmer = registry.witness();
        vm.prank(confirmer);
        registry.confirm(epoch, digest);
    }

    /// @dev Posts what the ledger says now, and lets it become final.
    function postFinal() internal returns (uint256 epoch) {
        epoch = post();
        confirm(epoch);
        skip(FINALITY);
        assertTrue(registry.isFinal(epoch), "final");
    }

    function noProof() internal pure returns (Proof memory proof) {
        return proof;
    }

    /// @dev The line of an account in the file of an epoch, with its path; refuses an account without a line.
    function proofOf(uint256 epoch, WithdrawalVault from, IERC20 token, address account)
        internal
        view
        returns (Proof memory)
    {
        BookTree.Leaf[] memory lines = _lines[epoch][address(from)][address(token)];
        for (uint256 i = 0; i < lines.length; ++i) {
            if (lines[i].account != account) continue;
            ProofNode[] memory path = BookTree.leavesOf(address(from), address(token), lines).pathOf(i);
            return Proof(epoch, lines[i].earned, i, path);
        }
        revert("the file has no such line");
    }

    /// @dev What a line of that file says, or zero.
    function earnedOf(uint256 epoch, WithdrawalVault from, IERC20 token, address account)
        internal
        view
        returns (uint256)
    {
        BookTree.Leaf[] storage lines = _lines[epoch][address(from)][address(token)];
        for (uint256 i = 0; i < lines.length; ++i) {
            if (lines[i].account == account) return lines[i].earned;
        }
        return 0;
    }

    function claim(address account, WithdrawalVault from, IERC20 token, uint256 amount, Proof memory proof) internal {
        vm.prank(account);
        from.claim(address(token), amount, proof);
    }

    function transferWithin(
        address account,
        WithdrawalVault from,
        IERC20 token,
        address to,
        uint256 amount,
        Proof memory proof
    ) internal {
        vm.prank(account);
        from.transferWithin(address(token), to, amount, proof);
    }

    /// @dev A deposit of tokens that the account is given for it.
    function depositFor(address account, IERC20 token, uint256 amount) internal {
        token.transfer(account, amount);
        vm.startPrank(account);
        token.approve(address(rights), amount);
        rights.deposit(address(token), amount, 6, 1);
        vm.stopPrank();
    }

    /// @dev A voucher of DR of any vault, with this burn.
    function drVoucherOf(WithdrawalVault from, address account, uint256 amount, uint256 burnAmount)
        internal
        view
        returns (Withdraw memory)
    {
        Withdraw memory v = withdrawUsdtOf(from, account, amount);
        v.burnAmount = burnAmount;
        return v;
    }

    function signDr(WithdrawalVault from, Withdraw memory v) internal returns (bytes memory) {
        return sign(drDigestOf(from, v));
    }

    function drDigestOf(WithdrawalVault from, Withdraw memory v) internal returns (bytes32 digest) {
        WithdrawalVault kept = vault;
        vault = from;
        digest = digestOf(v);
        vault = kept;
    }

    function sendDr(WithdrawalVault from, Withdraw memory v, bytes memory signature) internal {
        vm.prank(v.account);
        from.withdrawDR(v.amount, v.burnAmount, v.orderId, v.deadline, signature);
    }

    /// @dev What a signer's voucher pays, burn included: to anyone, as whoever holds the key can.
    function payByVoucher(WithdrawalVault from, IERC20 token, address account, uint256 amount) internal {
        if (address(token) == address(dr)) {
            Withdraw memory v = drVoucherOf(from, account, amount, from.burnAmountOf(amount));
            sendDr(from, v, signDr(from, v));
            return;
        }
        Withdraw memory u = withdrawUsdtOf(from, account, amount);
        dr.transfer(account, u.burnAmount);
        vm.prank(account);
        dr.approve(address(from), u.burnAmount);
        sendUsdt(from, u);
    }

    function _know(address account) private {
        uint256 place = accounts.length;
        for (uint256 i = 0; i < accounts.length; ++i) {
            if (accounts[i] == account) return;
            if (accounts[i] > account && place == accounts.length) place = i;
        }
        accounts.push(account);
        for (uint256 i = accounts.length - 1; i > place; --i) {
            accounts[i] = accounts[i - 1];
        }
        accounts[place] = account;
    }
}
