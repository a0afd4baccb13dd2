// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.37;

import {Test} from "forge-std/Test.sol";

import {ProofNode} from "../../src/interfaces/IRootRegistry.sol";
import {SumTree} from "../../src/libraries/SumTree.sol";

/// @notice packages/protocol/vectors/roots.json, folded by the contract's own library.
contract RootVectorsTest is Test {
    string internal json;

    function test_paths_leadToThePinnedRoots() public {
        json = vm.readFile("../packages/protocol/vectors/roots.json");
        uint256 leaves;
        for (uint256 tree = 0; vm.keyExistsJson(json, _treeAt(tree)); ++tree) {
            vm.chainId(vm.parseJsonUint(json, string.concat(_treeAt(tree), ".chainId")));
            for (uint256 leaf = 0; vm.keyExistsJson(json, _leafAt(tree, leaf)); ++leaf) {
                _checkLeaf(_treeAt(tree), _leafAt(tree, leaf));
                ++leaves;
            }
        }
        assertEq(leaves, 28);
    }

    function _checkLeaf(string memory tree, string memory leaf) private view {
        uint256 earned = vm.parseJsonUint(json, string.concat(leaf, ".earned"));
        bytes32 hash = SumTree.leafOf(
            vm.parseJsonAddress(json, string.concat(tree, ".vault")),
            vm.parseJsonAddress(json, string.concat(tree, ".token")),
            vm.parseJsonAddress(json, string.concat(leaf, ".account")),
            earned
        );
        uint256 index = vm.parseJsonUint(json, string.concat(leaf, ".index"));
        (bytes32 root, uint256 total) = this.fold(hash, earned, index, _path(leaf));
        assertEq(root, vm.parseJsonBytes32(json, string.concat(tree, ".hash")), leaf);
        assertEq(total, vm.parseJsonUint(json, string.concat(tree, ".total")), leaf);
    }

    /// @dev External, since the library reads its path from calldata.
    function fold(bytes32 hash, uint256 sum, uint256 index, ProofNode[] calldata path)
        external
        pure
        returns (bytes32, uint256)
    {
        return SumTree.fold(hash, sum, index, path);
    }

    function _path(string memory leaf) private view returns (ProofNode[] memory path) {
        uint256 length;
        while (vm.keyExistsJson(json, _nodeAt(leaf, length))) ++length;
        path = new ProofNode[](length);
        for (uint256 i = 0; i < length; ++i) {
            path[i] = ProofNode(
                vm.parseJsonBytes32(json, string.concat(_nodeAt(leaf, i), ".hash")),
                vm.parseJsonUint(json, string.concat(_nodeAt(leaf, i), ".sum"))
            );
        }
    }

    function _treeAt(uint256 tree) private pure returns (string memory) {
        return string.concat(".trees[", vm.toString(tree), "]");
    }

    function _leafAt(uint256 tree, uint256 leaf) private pure returns (string memory) {
        return string.concat(_treeAt(tree), ".leaves[", vm.toString(leaf), "]");
    }

    function _nodeAt(string memory leaf, uint256 level) private pure returns (string memory) {
        return string.concat(leaf, ".path[", vm.toString(level), "]");
    }
}
