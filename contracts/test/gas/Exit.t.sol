// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";

import {WithdrawalVault} from "../../src/WithdrawalVault.sol";
import {IRootRegistry, Proof, ProofNode} from "../../src/interfaces/IRootRegistry.sol";
import {BookTree} from "../support/BookTree.sol";
import {ExitFixture} from "../support/ExitFixture.sol";

/// @notice Gas of whole transactions of the exit, by accounts that did the same before, with proofs of 20
/// levels: those of a million accounts. A budget broken is a test failed.
/// forge-config: default.isolate = true
/// forge-config: full.isolate = true
contract ExitGasTest is ExitFixture {
    uint256 private constant LEVELS = 20;
    uint256 private constant EARNED = 1_000e18;
    /// @dev 2.3 times what the bench measures of the minimal redemption of a voucher (51,850) would be 119,255.
    uint256 private constant CLAIM_BUDGET = 116_000;
    uint256 private constant CLAIM_USDT_BUDGET = 113_000;
    uint256 private constant CLAIM_DEPOSIT_BUDGET = 82_000;
    uint256 private constant TRANSFER_BUDGET = 95_000;
    uint256 private constant TRANSFER_FIRST_BUDGET = 130_000;
    uint256 private constant POST_BUDGET = 404_000;

    uint256 private epoch;

    function setUp() public override {
        super.setUp();
        dr.transfer(address(nodeVault), 100_000e18);
        usdt.transfer(address(nodeVault), 100_000e18);
        IRootRegistry.Book[] memory books = booksNow();
        for (uint256 b = 0; b < BOOKS; ++b) {
            if (b < 3) continue;
            ProofNode memory root = _root(b);
            (books[b].hash, books[b].total) = (root.hash, root.sum);
        }
        epoch = post(books);
        confirm(epoch);
        skip(FINALITY);
        claim(alice, nodeVault, drToken(), 100e18, _proof(4));
        claim(alice, nodeVault, usdtToken(), 100e18, _proof(3));
        transferWithin(alice, nodeVault, drToken(), bob, 100e18, _proof(4));
        skip(1 days);
    }

    function _siblings(uint256 b) private pure returns (ProofNode[] memory path) {
        path = new ProofNode[](LEVELS);
        for (uint256 i = 0; i < LEVELS; ++i) {
            path[i] = ProofNode(keccak256(abi.encode("sibling", b, i)), 1e18 << i % 8);
        }
    }

    function _proof(uint256 b) private view returns (Proof memory) {
        return Proof(epoch, EARNED, 0xA5A5A, _siblings(b));
    }

    function _root(uint256 b) private view returns (ProofNode memory node) {
        (WithdrawalVault from, IERC20 token) = bookAt(b);
        BookTree.Leaf[] memory lines = new BookTree.Leaf[](1);
        lines[0] = BookTree.Leaf(alice, EARNED);
        node = BookTree.leavesOf(address(from), address(token), lines)[0];
        ProofNode[] memory path = _siblings(b);
        for (uint256 i = 0; i < LEVELS; ++i) {
            node = (0xA5A5A >> i) & 1 == 0 ? BookTree.parentOf(node, path[i]) : BookTree.parentOf(path[i], node);
        }
    }

    function test_gas_claim() public {
        claim(alice, nodeVault, drToken(), 100e18, _proof(4));
        _within("claim of DR", CLAIM_BUDGET);
        claim(alice, nodeVault, usdtToken(), 100e18, _proof(3));
        _within("claim of USDT", CLAIM_USDT_BUDGET);
    }

    function test_gas_claim_ofADepositWithoutProof() public {
        for (uint256 i = 0; i < 2; ++i) {
            depositFor(carol, usdtToken(), 500e18);
            skip(1 hours);
            claim(carol, nodeVault, usdtToken(), 100e18, noProof());
        }
        _within("claim of a deposit", CLAIM_DEPOSIT_BUDGET);
    }

    function test_gas_transferWithin() public {
        transferWithin(alice, nodeVault, drToken(), bob, 100e18, _proof(4));
        _within("transferWithin", TRANSFER_BUDGET);
        transferWithin(alice, nodeVault, usdtToken(), carol, 100e18, _proof(3));
        _within("transferWithin, first to the receiver", TRANSFER_FIRST_BUDGET);
    }

    function test_gas_post_ofFiveBooks() public {
        earn(vault, drToken(), alice, 1e18);
        earn(deflationVault, usdtToken(), alice, 1e18);
        earn(deflationVault, drToken(), alice, 1e18);
        earn(nodeVault, usdtToken(), alice, 1e18);
        earn(nodeVault, drToken(), alice, 1e18);
        for (uint256 i = 0; i < 2; ++i) {
            post();
            _within("post of five books", POST_BUDGET);
            skip(20 hours);
        }
    }

    function test_gas_confirmAndVeto() public {
        uint256 next = post();
        confirm(next);
        _within("confirm", 37_000);
        vm.prank(guardian);
        registry.veto(next);
        _within("veto", 42_500);
    }

    function _within(string memory name, uint256 budget) private {
        uint256 gas = vm.snapshotGasLastCall(name);
        emit log_named_uint(name, gas);
        assertLe(gas, budget, name);
    }
}
