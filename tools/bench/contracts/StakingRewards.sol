// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.28;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuardTransient} from "@openzeppelin/contracts/utils/ReentrancyGuardTransient.sol";

/// @title The measure for `buyMachine` and `activateMachine`
/// @notice The `stake` of Synthetix' StakingRewards (after its published algorithm; the storage is the same):
/// a reward accumulator and the staker's own state are written, one token is pulled. Cheaper than the
/// original where ours is too: a transient guard, immutable addresses, no pause.
contract StakingRewards is ReentrancyGuardTransient {
    using SafeERC20 for IERC20;

    uint256 private constant WAD = 1e18;

    IERC20 public immutable STAKING_TOKEN;

    uint256 public periodFinish;
    uint256 public rewardRate;
    uint256 public lastUpdateTime;
    uint256 public rewardPerTokenStored;
    mapping(address account => uint256) public userRewardPerTokenPaid;
    mapping(address account => uint256) public rewards;
    uint256 public totalSupply;
    mapping(address account => uint256) public balanceOf;

    event Staked(address indexed account, uint256 amount);

    error AmountZero();

    modifier updateReward(address account) {
        rewardPerTokenStored = rewardPerToken();
        lastUpdateTime = lastTimeRewardApplicable();
        rewards[account] = earned(account);
        userRewardPerTokenPaid[account] = rewardPerTokenStored;
        _;
    }

    /// @param rate Base units of reward a second, for `duration` seconds from now; paid out by no one here.
    constructor(IERC20 stakingToken, uint256 rate, uint256 duration) {
        STAKING_TOKEN = stakingToken;
        rewardRate = rate;
        lastUpdateTime = block.timestamp;
        periodFinish = block.timestamp + duration;
    }

    function stake(uint256 amount) external nonReentrant updateReward(msg.sender) {
        if (amount == 0) revert AmountZero();
        totalSupply += amount;
        balanceOf[msg.sender] += amount;

        emit Staked(msg.sender, amount);

        STAKING_TOKEN.safeTransferFrom(msg.sender, address(this), amount);
    }

    function lastTimeRewardApplicable() public view returns (uint256) {
        return block.timestamp < periodFinish ? block.timestamp : periodFinish;
    }

    function rewardPerToken() public view returns (uint256) {
        if (totalSupply == 0) return rewardPerTokenStored;
        return rewardPerTokenStored + (lastTimeRewardApplicable() - lastUpdateTime) * rewardRate * WAD / totalSupply;
    }

    function earned(address account) public view returns (uint256) {
        return balanceOf[account] * (rewardPerToken() - userRewardPerTokenPaid[account]) / WAD + rewards[account];
    }
}
