// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity ^0.8.28;

import {ProofNode} from "../../src/interfaces/IRootRegistry.sol";

/// @notice Sum trees as the server builds them, level by level from all leaves, where the contract folds one
/// path: a fault of either shows as a difference.
library BookTree {
    struct Leaf {
        address account;
        uint256 earned;
    }

    /// @dev Leaves of a book. A leaf is 160 bytes and a node 128, so that neither can be read as the other.
    function leavesOf(address vault, address token, Leaf[] memory lines)
        internal
        view
        returns (ProofNode[] memory level)
    {
        level = new ProofNode[](lines.length);
        for (uint256 i = 0; i < lines.length; ++i) {
            level[i].hash = keccak256(abi.encode(block.chainid, vault, token, lines[i].account, lines[i].earned));
            level[i].sum = lines[i].earned;
        }
    }

    /// @dev The level above: a missing sibling is hash 0 with sum 0.
    function above(ProofNode[] memory level) internal pure returns (ProofNode[] memory next) {
        next = new ProofNode[]((level.length + 1) / 2);
        for (uint256 i = 0; i < next.length; ++i) {
            ProofNode memory left = level[2 * i];
            ProofNode memory right = 2 * i + 1 < level.length ? level[2 * i + 1] : ProofNode(0, 0);
            next[i] = parentOf(left, right);
        }
    }

    function parentOf(ProofNode memory left, ProofNode memory right) internal pure returns (ProofNode memory) {
        return ProofNode(keccak256(abi.encode(left.hash, left.sum, right.hash, right.sum)), left.sum + right.sum);
    }

    /// @dev Of no leaves: hash 0 with sum 0.
    function rootOf(ProofNode[] memory level) internal pure returns (ProofNode memory) {
        if (level.length == 0) return ProofNode(0, 0);
        while (level.length > 1) {
            level = above(level);
        }
        return level[0];
    }

    /// @dev Siblings of leaf `index` on the way up.
    function pathOf(ProofNode[] memory level, uint256 index) internal pure returns (ProofNode[] memory path) {
        path = new ProofNode[](depthOf(level.length));
        for (uint256 i = 0; i < path.length; ++i) {
            uint256 sibling = index ^ 1;
            if (sibling < level.length) path[i] = level[sibling];
            level = above(level);
            index >>= 1;
        }
    }

    function depthOf(uint256 leaves) internal pure returns (uint256 depth) {
        while (1 << depth < leaves) {
            ++depth;
        }
    }
}
