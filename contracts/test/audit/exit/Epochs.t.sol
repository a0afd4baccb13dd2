// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IRootRegistry, Proof} from "../../../src/interfaces/IRootRegistry.sol";
import {IWithdrawalVault} from "../../../src/interfaces/IWithdrawalVault.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";

/// @notice Which roots count and when: two machines agree first, then seven days in which a canceller may
/// refuse; and what once counted counts for good.
contract ExitEpochsTest is ExitFixture {
    uint256 private constant BETWEEN_POSTS = 20 hours;

    function setUp() public override {
        super.setUp();
        earn(deflationVault, usdtToken(), alice, 1_000e18);
        earn(deflationVault, usdtToken(), bob, 500e18);
    }

    function _assertNotFinal(uint256 epoch, Proof memory proof) private {
        assertFalse(registry.isFinal(epoch));
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochNotFinal.selector, proof.epoch));
        registry.granted(address(deflationVault), alice, address(usdt), proof);
        vm.prank(alice);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochNotFinal.selector, proof.epoch));
        deflationVault.claim(address(usdt), ALL, proof);
    }

    function _proof(uint256 epoch) private view returns (Proof memory) {
        return proofOf(epoch, deflationVault, usdtToken(), alice);
    }

    function _assertClaims(uint256 epoch, uint256 amount) private {
        uint256 before = deflationVault.paid(alice, address(usdt));
        claim(alice, deflationVault, usdtToken(), ALL, _proof(epoch));
        assertEq(deflationVault.paid(alice, address(usdt)) - before, amount);
    }

    function test_attack_unpostedEpoch() public {
        uint256 epoch = postFinal();
        Proof memory proof = _proof(epoch);
        proof.epoch = epoch + 1;
        _assertNotFinal(epoch + 1, proof);
        proof.epoch = ALL;
        _assertNotFinal(ALL, proof);
    }

    function test_attack_unconfirmedEpoch() public {
        uint256 epoch = post();
        skip(365 days);
        _assertNotFinal(epoch, _proof(epoch));
    }

    function test_attack_youngEpoch() public {
        uint256 epoch = post();
        confirm(epoch);
        skip(FINALITY - 1);
        _assertNotFinal(epoch, _proof(epoch));
        skip(1);
        _assertClaims(epoch, 1_000e18);
    }

    /// @dev Seven days are counted from the witness's word, not from the post.
    function test_attack_lateConfirmation() public {
        uint256 epoch = post();
        skip(30 days);
        confirm(epoch);
        _assertNotFinal(epoch, _proof(epoch));
        skip(FINALITY - 1);
        _assertNotFinal(epoch, _proof(epoch));
        vm.prank(guardian);
        registry.veto(epoch);
        skip(FINALITY);
        _assertNotFinal(epoch, _proof(epoch));
    }

    function test_attack_vetoedEpoch() public {
        uint256 epoch = post();
        confirm(epoch);
        vm.prank(proposer);
        registry.veto(epoch);
        skip(FINALITY);
        _assertNotFinal(epoch, _proof(epoch));
        assertTrue(registry.epochOf(epoch).isVoid);
    }

    function test_attack_confirmationOfAVetoedEpoch() public {
        uint256 epoch = post();
        vm.prank(guardian);
        registry.veto(epoch);
        bytes32 digest = registry.epochOf(epoch).digest;
        vm.prank(witness);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochIsVoid.selector, epoch));
        registry.confirm(epoch, digest);
    }

    /// @dev It would start the seven days over, and so take a veto's time away or give it back.
    function test_attack_secondConfirmation() public {
        uint256 epoch = postFinal();
        bytes32 digest = registry.epochOf(epoch).digest;
        vm.prank(witness);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochIsConfirmed.selector, epoch));
        registry.confirm(epoch, digest);
    }

    function test_attack_vetoAtTheLastSecond() public {
        uint256 epoch = post();
        confirm(epoch);
        skip(FINALITY - 1);
        vm.prank(guardian);
        registry.veto(epoch);
        skip(365 days);
        _assertNotFinal(epoch, _proof(epoch));
    }

    function test_attack_vetoAfterFinality() public {
        uint256 epoch = postFinal();
        address[2] memory cancellers = [guardian, proposer];
        for (uint256 i = 0; i < 2; ++i) {
            vm.prank(cancellers[i]);
            vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochIsFinal.selector, epoch));
            registry.veto(epoch);
        }
        _assertClaims(epoch, 1_000e18);
    }

    /// @dev The veto of an epoch reaches every later one, however many there are, and none before it.
    function test_attack_vetoOfAPredecessor() public {
        uint256 first = post();
        confirm(first);
        uint256[3] memory later;
        for (uint256 i = 0; i < 3; ++i) {
            skip(BETWEEN_POSTS);
            later[i] = post();
            confirm(later[i]);
        }
        vm.prank(guardian);
        registry.veto(later[0]);
        skip(FINALITY);
        for (uint256 i = 0; i < 3; ++i) {
            _assertNotFinal(later[i], _proof(later[i]));
        }
        _assertClaims(first, 1_000e18);
        earn(deflationVault, usdtToken(), alice, 10e18);
        _assertClaims(postFinal(), 10e18);
    }

    /// @dev A final epoch is spared by a veto of what came before it and was never confirmed.
    function test_attack_vetoOfADeadPredecessorSparesWhatIsFinal() public {
        uint256 dead = post();
        skip(BETWEEN_POSTS);
        uint256 epoch = postFinal();
        vm.prank(guardian);
        registry.veto(dead);
        assertTrue(registry.isFinal(epoch));
        _assertClaims(epoch, 1_000e18);
    }

    function test_attack_vetoByOthers() public {
        uint256 epoch = post();
        address[6] memory others = [alice, attester, witness, pauser, signer, standby];
        for (uint256 i = 0; i < others.length; ++i) {
            vm.prank(others[i]);
            vm.expectRevert(IRootRegistry.NotVetoer.selector);
            registry.veto(epoch);
        }
    }

    function test_attack_secondPostBeforeTheFirstIsConfirmed() public {
        uint256 first = post();
        bytes32 digest = registry.epochOf(first).digest;
        skip(BETWEEN_POSTS);
        uint256 second = post();
        vm.prank(witness);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.EpochWrong.selector, first, second));
        registry.confirm(first, digest);
        confirm(second);
        skip(FINALITY);
        _assertNotFinal(first, _proof(first));
        _assertClaims(second, 1_000e18);
    }

    function test_attack_postsCloserThanTwentyHours() public {
        uint256 epoch = post();
        IRootRegistry.Book[] memory books = booksNow();
        vm.prank(guardian);
        registry.veto(epoch);
        skip(BETWEEN_POSTS - 1);
        vm.roll(vm.getBlockNumber() + 100);
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        vm.prank(attester);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.PostedTooRecently.selector, block.timestamp + 1));
        registry.post(epoch + 1, snapshotBlock, books);
        skip(1);
        post();
    }

    /// @dev A post that falls out of the chain and comes back with another content is another epoch to the
    /// witness, though its number is the same.
    function test_attack_confirmationOfAnotherDigestAfterAReorganisation() public {
        uint256 snapshot = vm.snapshotState();
        uint256 epoch = post();
        bytes32 seen = registry.epochOf(epoch).digest;
        vm.revertToState(snapshot);
        credit(deflationVault, usdtToken(), thief, 1e18);
        usdt.transfer(address(deflationVault), 1e18);
        assertEq(post(), epoch);
        bytes32 posted = registry.epochOf(epoch).digest;
        assertNotEq(posted, seen);
        vm.prank(witness);
        vm.expectRevert(abi.encodeWithSelector(IRootRegistry.DigestWrong.selector, posted));
        registry.confirm(epoch, seen);
        skip(FINALITY);
        assertFalse(registry.isFinal(epoch));
    }

    /// @dev The digest covers the snapshot block, each field of each book, and which were refused.
    function test_attack_digestThatLeavesSomethingOut() public {
        IRootRegistry.Book[] memory books = booksNow();
        uint256 snapshotBlock = vm.getBlockNumber() - 1;
        bytes32 digest = _digestOf(snapshotBlock, books);
        assertEq(_digestOf(snapshotBlock, books), digest);
        assertNotEq(_digestOf(snapshotBlock - 1, books), digest);
        for (uint256 b = 0; b < BOOKS; ++b) {
            books[b].hash ^= bytes32(uint256(1));
            assertNotEq(_digestOf(snapshotBlock, books), digest);
            books[b].hash ^= bytes32(uint256(1));
            if (books[b].total == 0) continue;
            books[b].total -= 1;
            assertNotEq(_digestOf(snapshotBlock, books), digest);
            books[b].total += 1;
        }
        uint256 held = usdt.balanceOf(address(deflationVault));
        vm.prank(address(deflationVault));
        usdt.transfer(address(this), held); // the same words, of which one book is refused now
        assertNotEq(_digestOf(snapshotBlock, books), digest);
    }

    function _digestOf(uint256 snapshotBlock, IRootRegistry.Book[] memory books) private returns (bytes32 digest) {
        uint256 snapshot = vm.snapshotState();
        uint256 epoch = registry.lastEpoch() + 1;
        vm.prank(attester);
        registry.post(epoch, snapshotBlock, books);
        digest = registry.epochOf(epoch).digest;
        vm.revertToState(snapshot);
    }

    /// @dev It can hold up what is new, and nothing that was final before.
    function test_attack_stolenAttesterThatTakesEverySlot() public {
        uint256 good = postFinal();
        for (uint256 day = 0; day < 30; ++day) {
            credit(deflationVault, usdtToken(), thief, 1e18);
            uint256 false_ = post();
            skip(BETWEEN_POSTS);
            assertFalse(registry.isFinal(false_));
        }
        _assertClaims(good, 1_000e18);
        assertEq(usdt.balanceOf(thief), 0);
    }

    /// @dev Two of both keys post and confirm a false root: whoever sees it leaves before it is final.
    function test_attack_falseRootConfirmedByAStolenWitness() public {
        uint256 good = postFinal();
        IRootRegistry.Book[] memory books = booksNow();
        (books[1].hash, books[1].total) = (bytes32(uint256(1)), 1_500e18);
        uint256 bad = post(books);
        confirm(bad);
        skip(FINALITY - 1);
        _assertClaims(good, 1_000e18);
        claim(bob, deflationVault, usdtToken(), ALL, proofOf(good, deflationVault, usdtToken(), bob));
        assertEq(deflationVault.totalPaid(address(usdt)), 1_500e18);
        assertFalse(registry.isFinal(bad));
    }

    function test_attack_oldSmallerRootAfterANewerOne() public {
        uint256 old = postFinal();
        earn(deflationVault, usdtToken(), alice, 250e18);
        uint256 newer = postFinal();
        _assertClaims(newer, 1_250e18);
        Proof memory proof = _proof(old);
        vm.prank(alice);
        vm.expectRevert(IWithdrawalVault.AmountZero.selector);
        deflationVault.claim(address(usdt), ALL, proof);
        earn(deflationVault, usdtToken(), alice, 50e18);
        _assertClaims(postFinal(), 50e18);
    }

    /// @dev A later root that says less lowers nothing: the older one pays as before.
    function test_attack_attesterWhoPostsZeros() public {
        uint256 good = postFinal();
        IRootRegistry.Book[] memory books = booksNow();
        for (uint256 b = 0; b < BOOKS; ++b) {
            (books[b].hash, books[b].total) = (0, 0);
        }
        uint256 zeros = post(books);
        confirm(zeros);
        skip(FINALITY);
        assertTrue(registry.isFinal(zeros));
        _assertClaims(good, 1_000e18);
    }
}
