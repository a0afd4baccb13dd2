// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../../src/WithdrawalVault.sol";
import {IRootRegistry, Proof, ProofNode} from "../../../src/interfaces/IRootRegistry.sol";
import {ExitFixture} from "../../support/ExitFixture.sol";
import {BookTree} from "../../support/BookTree.sol";

/// @notice A proof grants what its leaf says, for the account, vault, token, chain and epoch of that leaf
/// alone: every other use of it, and every change to it, is refused.
contract ExitProofsTest is ExitFixture {
    uint256 private epoch;

    function setUp() public override {
        super.setUp();
        for (uint256 i = 1; i <= 11; ++i) {
            earn(deflationVault, usdtToken(), _account(i), i * 100e18);
            earn(deflationVault, drToken(), _account(i), i * 100e18);
            earn(nodeVault, usdtToken(), _account(i), i * 100e18);
        }
        epoch = postFinal();
    }

    function _account(uint256 i) private pure returns (address) {
        return address(uint160(0xACC0_0000 + i));
    }

    function _proof(uint256 i) private view returns (Proof memory) {
        return proofOf(epoch, deflationVault, usdtToken(), _account(i));
    }

    function _assertRefused(WithdrawalVault from, IERC20 token, address account, Proof memory proof) private {
        vm.expectRevert(IRootRegistry.ProofInvalid.selector);
        registry.granted(address(from), account, address(token), proof);
        vm.prank(account);
        vm.expectRevert(IRootRegistry.ProofInvalid.selector);
        from.claim(address(token), ALL, proof);
    }

    /// @dev Holds the contract's fold against trees that were built level by level.
    function testFuzz_everyLineOfEveryTreePaysItsNumber(uint256 count, uint256 seed) public {
        count = bound(count, 1, 40);
        for (uint256 i = 1; i <= count; ++i) {
            address account = address(uint160(uint256(keccak256(abi.encode(seed, i)))));
            earn(nodeVault, drToken(), account, uint256(keccak256(abi.encode(seed, i, "earned"))) % 1_000e18 + 1e18);
        }
        uint256 next = postFinal();
        for (uint256 i = 1; i <= count; ++i) {
            address account = address(uint160(uint256(keccak256(abi.encode(seed, i)))));
            uint256 earned = earnedNow[address(nodeVault)][address(dr)][account];
            Proof memory proof = proofOf(next, nodeVault, drToken(), account);
            assertEq(registry.granted(address(nodeVault), account, address(dr), proof), earned);
            claim(account, nodeVault, drToken(), earned, proof);
            assertEq(dr.balanceOf(account), earned - earned * 5 / 100);
        }
        assertEq(nodeVault.totalPaid(address(dr)), _totalOf(next));
    }

    function _totalOf(uint256 posted) private view returns (uint256 total) {
        (, total,) = registry.rootOf(posted, address(nodeVault), address(dr));
    }

    function test_attack_proofOfAnotherVault() public {
        _assertRefused(nodeVault, usdtToken(), _account(3), _proof(3));
    }

    function test_attack_proofOfAnotherToken() public {
        _assertRefused(deflationVault, drToken(), _account(3), _proof(3));
    }

    function test_attack_proofOfAnotherAccount() public {
        _assertRefused(deflationVault, usdtToken(), _account(4), _proof(3));
        _assertRefused(deflationVault, usdtToken(), thief, _proof(11));
    }

    function test_attack_proofOfAnotherChain() public {
        Proof memory proof = _proof(3);
        vm.chainId(97);
        _assertRefused(deflationVault, usdtToken(), _account(3), proof);
    }

    function test_attack_proofOfAnotherEpoch() public {
        earn(deflationVault, usdtToken(), _account(3), 1e18);
        uint256 next = postFinal();
        Proof memory old = _proof(3);
        Proof memory newer = proofOf(next, deflationVault, usdtToken(), _account(3));
        (old.epoch, newer.epoch) = (next, epoch);
        _assertRefused(deflationVault, usdtToken(), _account(3), old);
        _assertRefused(deflationVault, usdtToken(), _account(3), newer);
    }

    function test_attack_epochZeroWithANumber() public {
        Proof memory proof;
        proof.earned = 1;
        _assertRefused(deflationVault, usdtToken(), thief, proof);
        proof = _proof(3);
        proof.epoch = 0;
        _assertRefused(deflationVault, usdtToken(), _account(3), proof);
        (proof.earned, proof.index) = (0, 0);
        _assertRefused(deflationVault, usdtToken(), _account(3), proof);
        proof = noProof();
        proof.index = 1;
        _assertRefused(deflationVault, usdtToken(), _account(3), proof);
    }

    /// @dev The sum of two leaves, claimed as one with the path from their parent on.
    function test_attack_innerNodeAsLeaf() public {
        Proof memory proof = _proof(3);
        ProofNode[] memory rest = new ProofNode[](proof.path.length - 1);
        for (uint256 i = 0; i < rest.length; ++i) {
            rest[i] = proof.path[i + 1];
        }
        proof.earned += proof.path[0].sum;
        (proof.path, proof.index) = (rest, proof.index >> 1);
        _assertRefused(deflationVault, usdtToken(), _account(3), proof);
    }

    /// @dev The whole book, with no path at all.
    function test_attack_rootAsLeaf() public {
        (, uint256 total,) = registry.rootOf(epoch, address(deflationVault), address(usdt));
        Proof memory proof = Proof(epoch, total, 0, new ProofNode[](0));
        _assertRefused(deflationVault, usdtToken(), _account(3), proof);
    }

    function test_attack_pathThatEndsBelowTheRoot() public {
        Proof memory proof = _proof(3);
        ProofNode[] memory shorter = new ProofNode[](proof.path.length - 1);
        for (uint256 i = 0; i < shorter.length; ++i) {
            shorter[i] = proof.path[i];
        }
        (proof.path, proof.index) = (shorter, proof.index & ((1 << shorter.length) - 1));
        _assertRefused(deflationVault, usdtToken(), _account(3), proof);
    }

    function test_attack_highIndexBits() public {
        for (uint256 bit = 4; bit < 256; ++bit) {
            Proof memory proof = _proof(3);
            assertEq(proof.path.length, 4);
            proof.index |= 1 << bit;
            _assertRefused(deflationVault, usdtToken(), _account(3), proof);
        }
    }

    /// @dev A book whose tree has as many levels: each has a missing sibling.
    function _deepBook(uint256 levels) private returns (Proof memory proof) {
        uint256 earned = 7e18;
        usdt.transfer(address(nodeVault), earned);
        BookTree.Leaf[] memory lines = new BookTree.Leaf[](1);
        lines[0] = BookTree.Leaf(carol, earned);
        ProofNode memory node = BookTree.leavesOf(address(nodeVault), address(usdt), lines)[0];
        for (uint256 i = 0; i < levels; ++i) {
            node = BookTree.parentOf(node, ProofNode(0, 0));
        }
        IRootRegistry.Book[] memory books = booksNow();
        (books[3].hash, books[3].total) = (node.hash, node.sum);
        uint256 deep = post(books);
        confirm(deep);
        skip(FINALITY);
        return Proof(deep, earned, 0, new ProofNode[](levels));
    }

    function test_attack_fortyOneLevels() public {
        Proof memory proof = _deepBook(41);
        _assertRefused(nodeVault, usdtToken(), carol, proof);
    }

    function test_fortyLevelsPay() public {
        claim(carol, nodeVault, usdtToken(), ALL, _deepBook(40));
        assertEq(usdt.balanceOf(carol), 7e18 - 0.35e18);
    }

    /// @dev Each bit of number, place, and of every hash and sum of the path.
    function testFuzz_attack_singleBitChanged(uint256 who, uint256 word, uint256 bit) public {
        Proof memory proof = _proof(who % 11 + 1);
        uint256 mask = 1 << (bit % 256);
        word = word % (2 + 2 * proof.path.length);
        if (word == 0) proof.earned ^= mask;
        else if (word == 1) proof.index ^= mask;
        else if (word % 2 == 0) proof.path[word / 2 - 1].hash ^= bytes32(mask);
        else proof.path[word / 2 - 1].sum ^= mask;
        vm.expectRevert();
        registry.granted(address(deflationVault), _account(who % 11 + 1), address(usdt), proof);
        vm.prank(_account(who % 11 + 1));
        vm.expectRevert();
        deflationVault.claim(address(usdt), ALL, proof);
    }

    /// @dev A book of two lines whose sum wraps to what the vault holds: neither number can be claimed.
    function test_attack_sumsThatWrap() public {
        uint256 large = type(uint256).max - 5e18 + 1;
        BookTree.Leaf[] memory lines = new BookTree.Leaf[](2);
        (lines[0], lines[1]) = (BookTree.Leaf(thief, large), BookTree.Leaf(carol, 10e18));
        ProofNode[] memory leaves = BookTree.leavesOf(address(nodeVault), address(usdt), lines);
        IRootRegistry.Book[] memory books = booksNow();
        books[3].hash = keccak256(abi.encode(leaves[0].hash, leaves[0].sum, leaves[1].hash, leaves[1].sum));
        books[3].total = 5e18;
        uint256 wrapped = post(books);
        confirm(wrapped);
        skip(FINALITY);
        ProofNode[] memory path = new ProofNode[](1);
        path[0] = leaves[1];
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        registry.granted(address(nodeVault), thief, address(usdt), Proof(wrapped, large, 0, path));
        path[0] = leaves[0];
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 0x11));
        registry.granted(address(nodeVault), carol, address(usdt), Proof(wrapped, 10e18, 1, path));
    }

    /// @dev An empty book has no path, and no line of zero either.
    function test_attack_lineOfAnEmptyBook() public {
        assertEq(earnedOf(epoch, vault, drToken(), thief), 0);
        Proof memory proof = Proof(epoch, 0, 0, new ProofNode[](0));
        _assertRefused(vault, drToken(), thief, proof);
        proof.path = new ProofNode[](3);
        _assertRefused(vault, drToken(), thief, proof);
    }

    function test_attack_sameLineUnderTwoPlaces() public {
        for (uint256 place = 0; place < 16; ++place) {
            Proof memory proof = _proof(3);
            if (proof.index == place) continue;
            proof.index = place;
            _assertRefused(deflationVault, usdtToken(), _account(3), proof);
        }
    }
}
