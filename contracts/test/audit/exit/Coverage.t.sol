// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IRootRegistry, Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice What the contract alone says of a posted total, and what it cannot say: a book that promises more
/// than came in is refused, each for itself, and no payment, claim, deposit or gift between snapshot and post
/// makes an honest one fail. Lines left out, or inflated within what pools and gifts add, are the witness's
/// to find: without its word they never pay.
contract ExitCoverageTest is ExitFixture {
    address private immutable other = makeAddr("other");

    function setUp() public override {
        super.setUp();
        earn(nodeVault, usdtToken(), alice, 1_000e18);
        earn(nodeVault, usdtToken(), bob, 500e18);
        earn(deflationVault, drToken(), alice, 300e18);
    }

    function _isPosted(uint256 epoch, uint256 b) private view returns (bool posted) {
        (WithdrawalVault from, IERC20 token) = bookAt(b);
        (,, posted) = registry.rootOf(epoch, address(from), address(token));
    }

    /// @dev A signer's voucher, as whoever has its key makes them.
    function _steal(address account, uint256 amount) private {
        payByVoucher(nodeVault, usdtToken(), account, amount);
    }

    function test_aBookIsCoveredToTheBaseUnit() public {
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), 1_500e18);
        IRootRegistry.Book[] memory books = booksNow();
        books[3].total += 1;
        vm.expectEmit(address(registry));
        emit IRootRegistry.BookRefused(1, address(nodeVault), address(usdt), books[3].hash, 1_500e18 + 1, 1_500e18);
        uint256 epoch = post(books);
        for (uint256 b = 0; b < BOOKS; ++b) {
            assertEq(_isPosted(epoch, b), b != 3, "each book for itself");
        }
        skip(20 hours);
        assertTrue(_isPosted(post(), 3));
    }

    function test_aRefusedBookPaysNothingAndTheOthersPay() public {
        credit(nodeVault, usdtToken(), thief, 1);
        uint256 epoch = postFinal();
        Proof memory proof = proofOf(epoch, nodeVault, usdtToken(), alice);
        vm.prank(alice);
        vm.expectRevert(IRootRegistry.ProofInvalid.selector);
        nodeVault.claim(address(usdt), ALL, proof);
        claim(alice, deflationVault, drToken(), ALL, proofOf(epoch, deflationVault, drToken(), alice));
        assertEq(dr.balanceOf(alice), 285e18);
    }

    /// @dev Whatever moves between snapshot and post moves both sides alike.
    function testFuzz_anHonestPostIsNeverRefused(uint256 deposited, uint256 paidOut, uint256 claimed) public {
        uint256 epoch = postFinal();
        IRootRegistry.Book[] memory books = booksNow(); // the snapshot
        depositFor(carol, usdtToken(), bound(deposited, 1e18, 100_000e18));
        _steal(bob, bound(paidOut, 10, 500e18));
        Proof memory proof = proofOf(epoch, nodeVault, usdtToken(), alice);
        claim(alice, nodeVault, usdtToken(), bound(claimed, 1e18, 1_000e18), proof);
        claim(carol, nodeVault, usdtToken(), ALL, noProof());
        assertTrue(_isPosted(post(books), 3));
    }

    function test_attack_theftBetweenSnapshotAndPost() public {
        IRootRegistry.Book[] memory books = booksNow();
        _steal(thief, 400e18);
        assertTrue(_isPosted(post(books), 3), "what the snapshot says was earned, and still is");
        skip(20 hours);
        credit(nodeVault, usdtToken(), thief, 400e18); // the rule: earned + D >= max(P, F)
        assertFalse(_isPosted(post(), 3), "the hole is seen at the next snapshot");
        skip(20 hours);
        usdt.approve(address(funding), 400e18);
        funding.recapitalise(2, address(usdt), 400e18, "made good");
        assertTrue(_isPosted(post(), 3));
    }

    /// @dev The contract cannot know that a line is missing: that is the witness's to find.
    function test_attack_aThiefsAccountLeftOut() public {
        _steal(thief, 400e18);
        uint256 epoch = post();
        assertTrue(_isPosted(epoch, 3));
        skip(365 days);
        assertFalse(registry.isFinal(epoch));
    }

    function test_attack_departedAccountsLeftOut() public {
        uint256 epoch = postFinal();
        claim(bob, nodeVault, usdtToken(), ALL, proofOf(epoch, nodeVault, usdtToken(), bob));
        _steal(thief, 400e18);
        IRootRegistry.Book[] memory honest = booksNow();
        honest[3].total += 400e18; // the thief's line, by the rule
        assertFalse(_isPosted(post(honest), 3), "bob's line stands, so that the hole is seen");
        skip(20 hours);
        earnedNow[address(nodeVault)][address(usdt)][bob] = 0;
        uint256 hidden = post();
        skip(365 days);
        assertFalse(registry.isFinal(hidden), "left out, and not confirmed");
    }

    /// @dev An account that was paid 400 of no claim deposits 400 later. `P - D` says it earned nothing, and a
    /// root that says so is covered though 400 are missing; `max(P, F) - D` says 400, which is not covered.
    function test_attack_overpaidAccountThatThenDeposits() public {
        _steal(thief, 400e18);
        depositFor(thief, usdtToken(), 400e18);
        uint256 P = nodeVault.paid(thief, address(usdt));
        uint256 F = nodeVault.free(thief, address(usdt));
        uint256 D = nodeVault.credited(thief, address(usdt));
        assertEq(P - D, 0);
        assertEq((P > F ? P : F) - D, 400e18);
        assertTrue(_isPosted(post(), 3), "a hole is hidden by P - D");
        skip(20 hours);
        credit(nodeVault, usdtToken(), thief, (P > F ? P : F) - D);
        assertFalse(_isPosted(post(), 3));
    }

    /// @dev Pools and gifts are in the vault too: a line inflated by as much is covered, and never confirmed.
    function test_attack_inflationWithinTheSlack() public {
        usdt.approve(address(funding), 5_000e18);
        funding.fundBudget(6, address(usdt), 5_000e18, "budget");
        uint256 good = postFinal();
        credit(nodeVault, usdtToken(), thief, 5_000e18);
        uint256 inflated = post();
        assertTrue(_isPosted(inflated, 3));
        skip(365 days);
        Proof memory proof = proofOf(inflated, nodeVault, usdtToken(), thief);
        vm.prank(thief);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochNotFinal.selector, inflated));
        nodeVault.claim(address(usdt), ALL, proof);
        claim(alice, nodeVault, usdtToken(), ALL, proofOf(good, nodeVault, usdtToken(), alice));
    }

    /// @dev A gift only widens what may be posted: it makes no honest post fail and no account richer.
    function test_attack_donationBeforeAPost() public {
        IRootRegistry.Book[] memory books = booksNow();
        usdt.transfer(address(nodeVault), 1);
        usdt.transfer(address(nodeVault), 10_000e18);
        uint256 epoch = post(books);
        assertTrue(_isPosted(epoch, 3));
        assertEq(registry.mostEarned(address(nodeVault), address(usdt)), 11_500e18 + 1);
        assertEq(nodeVault.claimable(alice, address(usdt), 1_000e18), 1_000e18);
    }

    /// @dev Whoever is not the attester posts nothing, and the attester only the five books, each once, in
    /// order, under the next number.
    function test_attack_postsOfAnotherShape() public {
        IRootRegistry.Book[] memory books = booksNow();
        vm.prank(witness);
        vm.expectRevert(IRootRegistry.NotAttester.selector);
        registry.post(1, 1, books);
        uint256[3] memory numbers = [uint256(0), 2, ALL];
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(attester);
            vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochWrong.selector, numbers[i], 1));
            registry.post(numbers[i], 1, books);
        }
        books[4] = books[3];
        _assertRefused(books);
        books = booksNow();
        (books[3], books[4]) = (books[4], books[3]);
        _assertRefused(books);
        books = booksNow();
        books[0].vault = other;
        _assertRefused(books);
        books = booksNow();
        books[0].token = address(usdt);
        _assertRefused(books);
        books = booksNow();
        assembly ("memory-safe") {
            mstore(books, 4)
        }
        _assertRefused(books);
        _assertRefused(new IRootRegistry.Book[](0));
        assertEq(registry.lastEpoch(), 0);
    }

    /// @dev A snapshot of a block to come, of this one, or older than the last one.
    function test_attack_snapshotOfTheFutureOrOfThePast() public {
        uint256 epoch = post();
        skip(20 hours);
        IRootRegistry.Book[] memory books = booksNow();
        uint256 now_ = vm.getBlockNumber() + 10;
        vm.roll(now_);
        uint256[5] memory blocks = [now_, now_ + 1, ALL, now_ - 11, 0];
        for (uint256 i = 0; i < 5; ++i) {
            vm.prank(attester);
            vm.expectRevert(abi.encodeWithSelector(IRootRegistry.SnapshotWrong.selector, blocks[i]));
            registry.post(epoch + 1, blocks[i], books);
        }
        vm.prank(attester);
        registry.post(epoch + 1, now_ - 10, books);
    }

    function _assertRefused(IRootRegistry.Book[] memory books) private {
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        vm.prank(attester);
        vm.expectRevert(IRootRegistry.BooksWrong.selector);
        registry.post(1, snapshotBlock, books);
    }
}
